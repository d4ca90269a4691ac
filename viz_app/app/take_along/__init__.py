"""Pictures and numbers that leave the window: which one is meant, copied, saved."""
