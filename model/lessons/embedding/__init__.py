"""Tokens on their way into the model and out of it, and the loss of teacher forcing.

May import what `model.lessons` may, and no other lesson.
"""
