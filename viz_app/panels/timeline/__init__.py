"""The timeline below the pictures; imports no other room."""
