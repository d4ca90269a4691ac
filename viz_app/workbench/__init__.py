"""What every panel looks at: model, trace, branches, selection, options; and what a panel is.

May import engine and below.
"""
