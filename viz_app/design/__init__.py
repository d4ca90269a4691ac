"""Theme, colours, fonts, icons.

May import the user's settings and `model`; of Qt's widgets the application and its style alone.
"""
