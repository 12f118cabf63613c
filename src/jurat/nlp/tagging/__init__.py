"""Part-of-speech tags."""
