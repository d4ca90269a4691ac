"""Importing pyqtgraph in the worker: it takes longer than the window may stand still."""

from __future__ import annotations

from collections.abc import Iterator


def plot_import_steps() -> Iterator[None]:
    """Import what the plots are made of; no widget is made here."""
    yield
    import pyqtgraph  # noqa: F401 - imported for its cost

    yield
