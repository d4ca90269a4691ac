"""Pages for a browser, made of numbers: one attention picture, or a report of a translation.

Neither Qt nor torch: a notebook and the worker make them too. Templates, style and script are
files of `resources/html/`.
"""
