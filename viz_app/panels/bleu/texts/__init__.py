"""What the BLEU tab says; may import its snapshots and `viz_app.texts`."""
