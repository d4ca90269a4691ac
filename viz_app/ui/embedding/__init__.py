"""The embedding tab."""
