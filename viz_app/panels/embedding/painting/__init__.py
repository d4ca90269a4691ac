"""Pictures of the Embedding tab; may import its texts and snapshots, and `viz_app.pictures`."""
