"""Pictures of the One head tab; may import its texts and state, `pictures` and below."""
