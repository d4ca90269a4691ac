"""Pictures and texts of the time-lapse."""
