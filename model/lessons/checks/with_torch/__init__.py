"""What fills the records of this lesson from a model, with torch.

May import decoding, network and all that stands below them.
"""
