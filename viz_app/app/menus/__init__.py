"""The menu bar, its actions and their keys.

May import what `app` may, but no other folder of `app`.
"""
