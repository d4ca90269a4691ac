"""The user's files: settings, models, runs, traces; may import `model`, neither Qt nor torch."""
