"""Pure transitions of the Training panel; no Qt, no torch."""
