"""The timeline below the tabs: its slice, transitions, snapshots, jobs, controller and views.

Imports no other room.
"""
