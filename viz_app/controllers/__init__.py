"""Intents to state transitions and jobs; state changes to view setters. QtCore only."""
