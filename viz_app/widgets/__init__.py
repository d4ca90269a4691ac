"""Qt parts that several rooms use; may import pictures and what lies below, no torch, no jobs."""
