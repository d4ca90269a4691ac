"""Widgets of the timeline below the pictures; they know no torch and no jobs."""
