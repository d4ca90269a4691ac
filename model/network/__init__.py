"""Attention, layers, masks, positions, the Transformer: torch alone, no text.

May import none of the other rooms.
"""
