"""Pictures of the Scaling tab; may import its texts and snapshots, and `viz_app.pictures`."""
