"""Pictures of the time-lapse of a run.

May import its texts and snapshots, and `viz_app.pictures`.
"""
