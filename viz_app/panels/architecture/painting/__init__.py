"""Pictures of the Architecture tab; may import its texts and snapshots, and `viz_app.pictures`."""
