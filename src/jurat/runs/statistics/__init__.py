"""Statistics of results: small functions of numbers, deterministic, without a package of others."""
