"""Widgets of the Attention panel; may import painting, texts and snapshots, no torch or jobs."""
