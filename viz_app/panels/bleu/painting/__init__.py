"""Pictures of the BLEU tab; may import its texts and snapshots, and `viz_app.pictures`."""
