"""One safe file for weights, configuration and tokenizers; may import network, text, decoding."""
