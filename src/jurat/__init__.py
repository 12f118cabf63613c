"""Jurat judges what language models write, with evidence."""
