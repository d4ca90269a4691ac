"""Pure transitions of the workbench; may import its state and `model`, neither Qt nor torch."""
