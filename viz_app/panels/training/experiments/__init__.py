"""The prepared experiments, from snapshot to views; imports nothing of another tab."""
