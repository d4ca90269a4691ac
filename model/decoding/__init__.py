"""Greedy steps, batches, the trained model: all that turns a source into a trace.

May import network, traces and text.
"""
