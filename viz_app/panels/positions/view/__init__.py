"""Widgets of the Positions tab; may import its painting, texts and snapshots, no torch, no jobs."""
