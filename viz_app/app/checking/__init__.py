"""The doctor in the window: twelve checks of the model, each with the picture that shows it."""
