"""The store of runs: SQLite in the project folder, or PostgreSQL by its URL."""
