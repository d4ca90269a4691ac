"""Widgets of the timeline."""
