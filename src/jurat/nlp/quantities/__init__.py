"""Quantities: numerals, units and ranges as exact values."""
