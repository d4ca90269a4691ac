"""Store, presenter, inquiry, desk, runner: knows nothing of attention.

May import `model`'s messages only.
"""
