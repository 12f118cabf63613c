"""Judges: one observer set and one rule set each."""
