"""Where runs are kept: SQLite in the project's folder, or PostgreSQL by its URL."""
