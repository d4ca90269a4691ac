"""Widgets of the list of runs; may import its painting, texts and snapshots, no torch, no jobs."""
