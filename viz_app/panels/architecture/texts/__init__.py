"""What the Architecture tab says; may import its snapshots and `viz_app.texts`."""
