"""Readers of other people's models: each maps a foreign format to a Headlight checkpoint.

A reader is a file of its own. It looks whether it knows what was found, and says which
configuration, which tokenizers and which place for every tensor that comes to. May import what
the rooms of `model.checkpoint` may.
"""
