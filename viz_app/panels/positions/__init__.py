"""The Positions tab; imports no other room."""
