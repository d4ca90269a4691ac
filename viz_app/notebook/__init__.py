"""The API of ``import headlight``, in a notebook or a script; without Qt.

``src/headlight/`` is the module that users import: it names what is here, and defines nothing.
"""
