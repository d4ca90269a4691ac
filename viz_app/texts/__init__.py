"""Sentences, names and numbers that several rooms show."""
