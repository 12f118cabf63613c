"""The safety gate: what a candidate answer must not contain, clause by clause."""
