"""Pictures of the Masks tab; may import its texts and state, `pictures` and below."""
