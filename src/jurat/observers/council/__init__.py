"""What a council reviewer reads, and the reviewer that needs no model."""
