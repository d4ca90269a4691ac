"""What the Attention tab says; may import its snapshots and `viz_app.texts`."""
