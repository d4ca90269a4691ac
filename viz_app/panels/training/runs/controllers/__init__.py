"""Intents of the list of runs become transitions and jobs; QtCore only."""
