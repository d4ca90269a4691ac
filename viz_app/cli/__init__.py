"""The command line without a window."""
