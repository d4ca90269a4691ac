"""Attention: view."""
