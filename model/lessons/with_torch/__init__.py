"""Records of the lessons, computed from a model with torch.

May import decoding, network and what is below them.
"""
