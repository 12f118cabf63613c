"""Criteria that users declare: checked by assertions, functions or models."""
