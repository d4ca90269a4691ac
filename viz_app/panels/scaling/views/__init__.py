"""Widgets of the Scaling tab; may import its painting, texts and snapshots, no torch, no jobs."""
