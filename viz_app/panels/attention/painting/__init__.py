"""Pictures of the Attention tab; may import its texts and snapshots, and `viz_app.pictures`."""
