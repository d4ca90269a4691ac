"""The doctor: what of a model does not work as it should, and how that is found.

May import what `model.lessons` may, and none of the other lessons.
"""
