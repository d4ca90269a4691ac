"""Sinusoids and their rotation, and what a model does without its positions.

May import what `model.lessons` may, and no other lesson.
"""
