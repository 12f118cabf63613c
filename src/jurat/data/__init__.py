"""Readers and writers of data files, and the names that fields have elsewhere."""
