"""Widgets of the Training panel; may import its painting, texts and snapshots, no torch or jobs."""
