"""Work for the background thread on models and translations; torch inside functions only."""
