"""Pictures of the Architecture tab; may import its texts and state, `pictures` and below."""
