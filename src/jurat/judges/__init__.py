"""Judges: each has one set of observers and one set of scoring rules."""
