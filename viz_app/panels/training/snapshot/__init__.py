"""What the Training tab shows, resolved from its slice and the workbench; neither Qt nor torch."""
