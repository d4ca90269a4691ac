"""The Training panel: its slice, transitions, snapshots, jobs and views; imports no other room."""
