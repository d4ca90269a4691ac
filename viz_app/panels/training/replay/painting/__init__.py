"""Pictures of the time-lapse of a run; may import its texts and state, `pictures` and below."""
