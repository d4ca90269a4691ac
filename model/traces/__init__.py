"""What was recorded of a translation, and its measures; no torch.

May import text.
"""
