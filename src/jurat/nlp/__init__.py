"""Language: what can be read off a text without any judge in mind."""
