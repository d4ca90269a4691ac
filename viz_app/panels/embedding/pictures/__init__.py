"""Embedding: pictures."""
