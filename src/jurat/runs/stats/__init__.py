"""Statistics of results: small deterministic functions of numbers."""
