"""Replay: pictures."""
