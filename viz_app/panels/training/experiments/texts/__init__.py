"""What the prepared experiments say; may import their snapshot and `viz_app.texts`."""
