"""Observers that follow rules: deterministic, embedded, the default."""
