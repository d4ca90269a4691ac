"""Widgets of the BLEU tab; may import its painting, texts and snapshots, no torch, no jobs."""
