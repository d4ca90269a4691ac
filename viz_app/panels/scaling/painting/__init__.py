"""Pictures of the Scaling tab; may import its texts and state, `pictures` and below."""
