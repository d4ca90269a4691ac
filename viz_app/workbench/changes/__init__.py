"""Pure transitions of the workbench; may import its snapshots and state."""
