"""BLEU of one sentence, number by number.

May import what `model.lessons` may, and no other lesson.
"""
