"""The prepared experiments: its slice, transitions, snapshots, jobs, controller and views.

Imports nothing of another tab.
"""
