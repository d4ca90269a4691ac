"""The training tab."""
