"""Output of commands: tables, evidence, progress."""
