"""Pictures of the BLEU tab; may import its texts and state, `viz_app.pictures` and below."""
