"""Pictures of the timeline below the tabs; may import its texts and state, `viz_app.pictures` and below."""
