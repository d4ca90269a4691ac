"""The list of runs; imports nothing of another tab."""
