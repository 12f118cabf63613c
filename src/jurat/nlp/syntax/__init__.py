"""Syntax: chunks, clauses, modality, coreference and triples."""
