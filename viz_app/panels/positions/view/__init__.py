"""Widgets of the Positions tab."""
