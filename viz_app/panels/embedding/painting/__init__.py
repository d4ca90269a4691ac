"""Pictures of the Embedding tab; may import its texts and state, `viz_app.pictures` and below."""
