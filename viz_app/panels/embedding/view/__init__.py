"""Embedding: view."""
