"""The slice of the Training tab; imports `model` and the workbench's state only."""
