"""Widgets of the time-lapse; may import painting, texts and snapshots, no torch, no jobs."""
