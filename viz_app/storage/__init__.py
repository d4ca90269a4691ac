"""The user's files: settings, models, runs, sessions. Neither Qt nor torch."""
