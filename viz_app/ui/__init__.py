"""Views: they show snapshots and emit intents; no torch, no jobs, no state of their own."""
