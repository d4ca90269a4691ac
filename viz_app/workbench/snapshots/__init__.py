"""Pure questions to the workbench that several panels ask; may import its state, and what that may."""
