"""What the Training panel shows, resolved from its slice and the workbench; no Qt, no torch."""
