"""Pure transitions of the Training tab; neither Qt nor torch."""
