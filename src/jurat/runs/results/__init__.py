"""Results of a run read back: sources, columns, findings."""
