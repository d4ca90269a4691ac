"""Pictures of the Embedding tab; may import its texts and state, `pictures` and below."""
