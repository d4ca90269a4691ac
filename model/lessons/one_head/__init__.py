"""One head, stage by stage, and any number of it term by term.

May import what `model.lessons` may, and no other lesson.
"""
