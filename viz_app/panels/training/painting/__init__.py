"""How runs are told apart in every picture of the tab; may import `viz_app.pictures`."""
