"""What the division by √d_k does to products and softmax.

May import what `model.lessons` may, and of the other lessons one_head.
"""
