"""Pure questions to the workbench that several panels ask; may import its state."""
