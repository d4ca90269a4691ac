"""Widgets of the prepared experiments; may import texts and snapshots, no torch, no jobs."""
