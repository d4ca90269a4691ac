"""What the list of runs says; may import its snapshots and `viz_app.texts`."""
