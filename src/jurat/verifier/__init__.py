"""The verifier: a small trained encoder that decides whether a source supports a claim."""
