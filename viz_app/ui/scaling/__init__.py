"""The scaling tab."""
