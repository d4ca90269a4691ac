"""One safe file for weights, configuration and tokenizers.

May import decoding, network and text.
"""
