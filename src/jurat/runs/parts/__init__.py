"""Runs whose results are a folder of Parquet parts, one for each block of the data."""
