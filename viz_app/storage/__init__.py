"""The user's files: settings, models, runs, sessions; may import `model`, neither Qt nor torch."""
