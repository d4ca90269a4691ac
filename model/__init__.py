"""The Transformer, its recording, its training and its checkpoints. Knows nothing of Qt.

This file imports nothing, so that the torch-free modules (``trace``, ``config``, …) stay light.
"""
