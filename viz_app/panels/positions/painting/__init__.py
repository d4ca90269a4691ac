"""Pictures of the Positions tab; may import its texts and state, `pictures` and below."""
