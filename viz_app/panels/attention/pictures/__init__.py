"""Pictures of the Attention panel."""
