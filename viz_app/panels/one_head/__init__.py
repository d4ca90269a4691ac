"""The One head tab: its slice, transitions, snapshots, jobs, controller and views.

Imports no other room.
"""
