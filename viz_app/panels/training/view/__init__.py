"""Widgets of the Training panel."""
