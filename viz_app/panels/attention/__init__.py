"""The Attention panel, from its slice and transitions to its views; imports no other room."""
