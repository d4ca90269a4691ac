"""The Scaling tab; imports no other room."""
