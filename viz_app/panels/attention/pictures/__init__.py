"""Pictures of the Attention panel; may import its texts and state, `pictures` and below."""
