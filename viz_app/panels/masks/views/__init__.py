"""Widgets of the Masks tab; may import its painting, texts and snapshots, no torch, no jobs."""
