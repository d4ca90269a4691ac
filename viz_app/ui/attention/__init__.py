"""The attention tab."""
