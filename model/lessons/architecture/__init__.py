"""The blocks of a model and what they cost, its norms, the complexity of other kinds of layer.

May import what `model.lessons` may, and no other lesson.
"""
