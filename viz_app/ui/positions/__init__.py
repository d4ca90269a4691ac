"""The positions tab."""
