"""Jurat's judges as metrics, scorers and evaluators of other tools; each module needs its tool."""
