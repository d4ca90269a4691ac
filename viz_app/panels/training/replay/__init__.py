"""The time-lapse of a run; imports nothing of another tab."""
