"""What is known of a run: presets, progress, curves, cards, experiments; no torch.

May import traces and text.
"""
