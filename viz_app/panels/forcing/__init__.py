"""The Teacher forcing tab; imports no other room."""
