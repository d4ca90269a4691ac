"""Attention, layers, masks, positions, the Transformer.

Imports `model.config` alone of the package.
"""
