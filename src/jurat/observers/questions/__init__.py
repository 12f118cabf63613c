"""Questions generated from one text and answered from another."""
