"""Sentences, names and numbers that several rooms show; may import design and what lies below."""
