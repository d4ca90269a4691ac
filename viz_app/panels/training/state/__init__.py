"""The slice of the Training panel; imports `model` and the values of the workbench only."""
