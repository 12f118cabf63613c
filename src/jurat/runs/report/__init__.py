"""A run written up: one page that opens offline, Markdown, or JSON."""
