"""The top of the window: sentence, model, device; imports widgets and what lies below them."""
