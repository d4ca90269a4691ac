"""The mask tab."""
