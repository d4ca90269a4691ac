"""What the Positions tab says; may import its state, `viz_app.widgets` and below."""
