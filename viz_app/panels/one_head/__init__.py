"""The One head tab; imports no other room."""
