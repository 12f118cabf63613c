"""Dates and times as far as a text states them."""
