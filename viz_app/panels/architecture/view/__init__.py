"""Widgets of the Architecture tab.

May import its painting, texts and snapshots, no torch, no jobs.
"""
