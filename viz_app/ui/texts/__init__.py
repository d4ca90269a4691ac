"""Words on the screen: messages, sentences, tokens, numbers."""
