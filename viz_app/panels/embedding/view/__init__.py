"""Widgets of the Embedding tab."""
