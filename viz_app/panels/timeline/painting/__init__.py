"""Pictures of the timeline below the tabs.

May import its texts and snapshots, and `viz_app.pictures`.
"""
