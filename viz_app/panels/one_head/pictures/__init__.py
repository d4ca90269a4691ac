"""What the One head tab says; may import its state, `viz_app.widgets` and below."""
