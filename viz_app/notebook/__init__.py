"""What ``import headlight`` offers, in a notebook or a script; knows nothing of Qt.

``src/headlight/`` is the module that users import: it names what is here, and defines nothing.
"""
