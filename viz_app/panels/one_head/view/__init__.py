"""Widgets of the One head tab."""
