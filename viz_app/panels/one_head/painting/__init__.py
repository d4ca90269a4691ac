"""Pictures of the One head tab; may import its texts and snapshots, and `viz_app.pictures`."""
