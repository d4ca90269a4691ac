"""What the prepared experiments says; may import its snapshots and `viz_app.texts`."""
