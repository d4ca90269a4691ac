"""Greedy steps, batches, the trained model; may import network, text, traces."""
