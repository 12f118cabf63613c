"""Grounding: whether a text supports what another text claims."""
