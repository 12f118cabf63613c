"""The gate: requirements on a run, their checks and their reports."""
