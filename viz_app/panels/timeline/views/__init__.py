"""Widgets of the timeline below the tabs; they know no torch and no jobs."""
