"""Morphology: stems, verb forms, spellings, prefixes that negate and regular endings."""
