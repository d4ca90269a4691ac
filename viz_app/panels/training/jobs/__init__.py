"""Work of the Training panel for the background thread; torch inside functions only."""
