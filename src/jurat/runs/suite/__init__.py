"""Suites: cases, prompts and models in, judged answers out."""
