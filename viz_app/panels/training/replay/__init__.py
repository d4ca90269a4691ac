"""The time-lapse of a run: its slice, transitions, snapshots, jobs, controller and views.

Imports nothing of another tab.
"""
