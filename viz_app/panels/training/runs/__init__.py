"""The list of runs: its slice, transitions, snapshots, jobs, controller and views.

Imports nothing of another tab.
"""
