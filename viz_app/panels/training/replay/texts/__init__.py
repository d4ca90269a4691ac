"""What the time-lapse of a run says; may import its snapshots and `viz_app.texts`."""
