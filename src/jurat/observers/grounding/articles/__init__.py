"""Grounding of a summary: its statements against the article."""
