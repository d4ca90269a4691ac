"""Intents about the workbench become transitions and jobs; QtCore, jobs, changes, storage."""
