"""Observers that read with the verifier."""
