"""Theme, colours, fonts, icons.

May import the workbench's state, and no other part of Qt's widgets.
"""
