"""Widgets of the Attention panel."""
