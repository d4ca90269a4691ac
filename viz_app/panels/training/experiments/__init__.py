"""The prepared experiments; imports nothing of another tab."""
