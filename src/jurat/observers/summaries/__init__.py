"""The rule observer of summaries: one module per metric."""
