"""The masks of a batch, how they are built, and what a model does under changed ones.

May import what `model.lessons` may, and of the other lessons one_head.
"""
