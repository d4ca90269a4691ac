"""Importing in the worker what the window needs after its first picture."""

from __future__ import annotations

from collections.abc import Iterator


def late_import_steps() -> Iterator[None]:
    """Plots and the training tab: a third of the time that the tab takes to open; no widgets."""
    yield
    import pyqtgraph  # noqa: F401 - imported for its cost: longer than the window may stand still

    yield
    import viz_app.app.training_tab

    yield
    import viz_app.panels.training.snapshot.panel
    import viz_app.panels.training.views.panel  # noqa: F401 - imported for their cost

    yield
