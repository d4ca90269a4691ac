"""Painting that several rooms use; may import texts and what lies below, no torch, no jobs."""
