"""Work for the background thread; torch is imported inside functions."""
