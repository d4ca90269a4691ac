"""Intents of the Training tab become transitions and jobs; QtCore only."""
