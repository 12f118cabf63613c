"""Runs: many cases through one judge, and everything done with their results."""
