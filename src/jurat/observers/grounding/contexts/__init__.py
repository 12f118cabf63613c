"""Grounding of a response: its claims and values against context passages."""
