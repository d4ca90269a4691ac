"""What every panel looks at: model, trace, branches, selection, options.

May import engine and below.
"""
