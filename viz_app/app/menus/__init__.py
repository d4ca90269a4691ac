"""The menu bar, its actions and their keys; imports as `app`."""
