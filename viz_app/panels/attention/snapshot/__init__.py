"""What the Attention tab shows, resolved from its slice and the workbench; neither Qt nor torch."""
