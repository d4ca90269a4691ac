"""Pictures of the Attention tab; may import its texts and state, `pictures` and below."""
