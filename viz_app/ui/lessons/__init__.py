"""What the explaining tabs have in common: a text beside the picture, formulas, sub-views."""
