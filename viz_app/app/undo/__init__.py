"""What the user has done and can take back, step by step; imports as `app`."""
