"""Masks: view."""
