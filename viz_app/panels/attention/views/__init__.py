"""Widgets of the Attention tab; may import its painting, texts and snapshots, no torch, no jobs."""
