"""Widgets of the Training tab; may import its painting, texts and snapshots, no torch, no jobs."""
