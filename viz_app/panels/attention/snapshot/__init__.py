"""What the Attention panel shows, resolved from its slice and the workbench; no Qt, no torch."""
