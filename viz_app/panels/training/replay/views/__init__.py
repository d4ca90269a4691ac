"""Widgets of the time-lapse of a run.

May import its painting, texts and snapshots, no torch, no jobs.
"""
