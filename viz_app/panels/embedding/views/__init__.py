"""Widgets of the Embedding tab; may import its painting, texts and snapshots, no torch, no jobs."""
