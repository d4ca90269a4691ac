"""Widgets of the prepared experiments.

May import its painting, texts and snapshots, no torch, no jobs.
"""
