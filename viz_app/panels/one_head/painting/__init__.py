"""Pictures of the One head tab; may import its texts and state, `viz_app.pictures` and below."""
