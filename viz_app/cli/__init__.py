"""The command line: the window, and the same work for scripts and machines without a screen."""
