"""The slice of the Training tab; imports `model` and the values of the workbench only."""
