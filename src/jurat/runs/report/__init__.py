"""Reports of a run: one offline HTML page, Markdown, or JSON."""
