"""The time-lapse of a run, from transitions to views; imports nothing of another tab."""
