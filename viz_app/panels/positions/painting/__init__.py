"""Pictures of the Positions tab; may import its texts and snapshots, and `viz_app.pictures`."""
