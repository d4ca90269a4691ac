"""Files of the user: settings and trained models. No Qt, no torch."""
