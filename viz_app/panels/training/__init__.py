"""The Training panel; imports no other room."""
