"""What the explaining panels compute, a room each; may import every other room but training.

In each stand records and mathematics, numpy only; `with_torch` is what fills them from a model.
"""
