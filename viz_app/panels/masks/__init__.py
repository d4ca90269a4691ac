"""The Masks tab; imports no other room."""
