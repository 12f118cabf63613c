"""Word lists and tables, as data files, and the loader for them."""
