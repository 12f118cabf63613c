"""The flags that several commands share."""
