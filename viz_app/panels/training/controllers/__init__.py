"""Intents of the Training panel become transitions and jobs; QtCore only."""
