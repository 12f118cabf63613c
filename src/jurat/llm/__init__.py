"""Language models with structured replies: any endpoint, rate-limited, cached, within a budget."""
