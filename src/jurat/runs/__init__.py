"""Many cases through one judge."""
