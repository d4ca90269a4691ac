"""Work of the list of runs for the background thread; torch inside functions only."""
