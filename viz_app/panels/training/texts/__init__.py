"""What the Training panel says; may import its snapshots and `viz_app.texts`."""
