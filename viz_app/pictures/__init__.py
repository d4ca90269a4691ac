"""Painting that several rooms use."""
