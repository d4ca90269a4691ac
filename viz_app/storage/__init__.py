"""The user's files: settings, models, runs, traces, sessions; may import `model`, neither Qt nor torch."""
