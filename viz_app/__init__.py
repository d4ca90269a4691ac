"""Headlight: a window on what attention does."""
