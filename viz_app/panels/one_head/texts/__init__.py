"""What the One head tab says; may import its snapshots and `viz_app.texts`."""
