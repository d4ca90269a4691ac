"""Widgets of the One head tab; may import its painting, texts and snapshots, no torch, no jobs."""
