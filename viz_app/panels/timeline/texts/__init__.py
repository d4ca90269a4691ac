"""What the timeline below the pictures says; may import its snapshots and `viz_app.texts`."""
