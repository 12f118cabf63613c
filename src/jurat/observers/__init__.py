"""Observers: who writes the labels down."""
