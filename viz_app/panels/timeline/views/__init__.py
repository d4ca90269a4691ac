"""Widgets of the timeline below the tabs.

May import its painting, texts and snapshots, no torch, no jobs.
"""
