"""Widgets of the Masks tab."""
