"""Work of the Training tab for the background thread; torch inside functions only."""
