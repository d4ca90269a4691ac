"""Pure transitions of the workbench."""
