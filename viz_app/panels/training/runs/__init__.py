"""The list of runs, from transitions to views; imports nothing of another tab."""
