"""Pictures of the BLEU tab; may import its texts and state, `pictures` and below."""
