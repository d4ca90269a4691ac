"""Pictures of the Masks tab; may import its texts and snapshots, and `viz_app.pictures`."""
