"""What the timeline below the tabs says; may import its snapshots and `viz_app.texts`."""
