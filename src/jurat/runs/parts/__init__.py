"""Runs whose results are a folder of Parquet parts, one per block of the data."""
