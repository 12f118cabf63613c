"""Comparison of two runs over the same cases, or of two observers."""
