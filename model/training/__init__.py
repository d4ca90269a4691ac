"""Updates, loss, validation, saved runs, recorded moments.

May import every other room but lessons.
"""
