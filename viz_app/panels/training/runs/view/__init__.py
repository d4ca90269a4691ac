"""Widgets of the list of runs."""
