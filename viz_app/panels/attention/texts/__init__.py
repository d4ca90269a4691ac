"""What the Attention panel says; may import its snapshots and `viz_app.texts`."""
