"""Retrieved passages, reference answers and citations: what supports what."""
