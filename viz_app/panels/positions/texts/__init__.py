"""What the Positions tab says; may import its snapshots and `viz_app.texts`."""
