"""Intents become transitions and jobs, here and in every panel; QtCore, and all from jobs down."""
