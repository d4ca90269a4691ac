"""What was recorded of a translation, and its measures; no torch but to copy arrays."""
