"""What is on the workbench, kept in one ``.headlight`` file. No Qt, no torch."""
