"""The Attention panel; imports no other room."""
