"""The parts of the whole state that belong to no panel and not to the workbench."""
