"""Pictures of the timeline below the tabs; may import its texts and state, `pictures` and below."""
