"""Pictures of the timeline; may import its texts and state, `pictures` and below."""
