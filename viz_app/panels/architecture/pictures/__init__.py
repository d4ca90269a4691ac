"""What the Architecture tab says; may import its state, `viz_app.widgets` and below."""
