"""The rule observer of responses."""
