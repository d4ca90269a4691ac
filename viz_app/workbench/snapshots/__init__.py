"""Pure queries of the workbench that several panels use."""
