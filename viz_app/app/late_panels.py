"""Pages that are made late, and menu entries that repeat the intents of views."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viz_app.app.app_state import AppState, bench_slot, room_slot
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme
from viz_app.engine.collection import many_imports
from viz_app.engine.jobs import JobDesk
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.widgets.pages import LatePage
from viz_app.workbench.changes.models import uncomputable
from viz_app.workbench.jobs import Shelf
from viz_app.workbench.room import Panel

# ------------------------------------------------------------------------------------ late imports
# What the pages of the window are made of, imported before somebody opens one.


Piece = Callable[[], object]

_NAMES_AT_ONCE = 50
"""Some milliseconds: PySide makes a class of Qt's when somebody asks for it first."""

_BEFORE_PLOTS = (
    "xml.etree.ElementTree",
    "pydoc",
    "multiprocessing.connection",
    "importlib.resources",
    "decimal",
    "cProfile",
    "colorama",
    "numpy.typing",
    "PySide6.QtSvg",
    "PySide6.QtTest",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
)
"""What pyqtgraph imports of others, where it is there: half of its own time."""


def plot_imports() -> Iterator[Piece]:
    """Pieces that bring what plots are drawn with, what *Train* is made of, and its formulas."""
    if "pyqtgraph" not in sys.modules:
        yield from _classes()
    yield from _imports((*_BEFORE_PLOTS, "pyqtgraph", "viz_app.app.training_tab"))
    yield from _imports(_modules("viz_app.panels.training"))
    yield _prepare_formulas


def page_imports() -> Iterator[Piece]:
    """Pieces that bring all other pages and dialogs."""
    yield from _imports(chain(_modules("viz_app.panels"), _modules("viz_app.app")))


def _prepare_formulas() -> None:
    """Make the long pattern that finds formulas in texts: the first page would wait for it."""
    from viz_app.pictures.typeset import has_formula

    has_formula("")


def _classes() -> Iterator[Piece]:
    """Of Qt: pyqtgraph asks for all that there are, and in one go."""
    for module in [sys.modules[f"PySide6.{name}"] for name in ("QtCore", "QtGui", "QtWidgets")]:
        names = dir(module)
        for start in range(0, len(names), _NAMES_AT_ONCE):
            yield partial(_ask_for, module, names[start : start + _NAMES_AT_ONCE])


def _ask_for(module: ModuleType, names: Sequence[str]) -> None:
    for name in names:
        getattr(module, name)


def _modules(package: str) -> Iterator[str]:
    """A package and all in it: what others need mostly comes before them."""
    yield package
    for found in iter_modules(import_module(package).__path__, f"{package}."):
        yield from _modules(found.name) if found.ispkg else (found.name,)


def _imports(names: Iterable[str]) -> Iterator[Piece]:
    for name in names:
        if name not in sys.modules and find_spec(name):
            yield partial(_import, name)


def _import(name: str) -> None:
    with many_imports():
        import_module(name)


# ------------------------------------------------------------------------------------- late panels
# The pages but the first, made when they are first shown, and what stands behind them.


def late_pages(theme: Theme, panels: Sequence[Panel] = PANELS) -> dict[str, LatePage]:
    """By the names of their panels, in the order of the tabs; one for tabs that share a page."""
    return {
        panel.name: LatePage(partial(_made, panel), theme, waits=panel.waits)
        for panel in panels
        if panel is not ATTENTION and not panel.page
    }


class LatePanels(QObject):
    """Makes the controller of a panel, and shows it its snapshots, as late as the panel itself."""

    def __init__(
        self,
        store: Store[AppState],
        desk: JobDesk,
        shelf: Shelf,
        *,
        presenter: Presenter,
        parent: QObject | None = None,
    ) -> None:
        """Nothing is made before a page is shown."""
        super().__init__(parent)
        self._store, self._desk, self._shelf = store, desk, shelf
        self._presenter = presenter

    def join(self, pages: dict[str, LatePage], panels: Sequence[Panel] = PANELS) -> None:
        """Wait for the pages of those panels to be shown that bring their own controller."""
        for panel in panels:
            if panel.name in pages:
                page = pages[panel.name]
                page.made.connect(partial(self._on_made, panel, page))

    def _on_made(self, panel: Panel, page: LatePage, view: object) -> None:
        parts, room = panel.parts(), room_slot(self._store, panel)
        if parts.controller is None:
            return
        parts.controller(room, self._desk, self._shelf, parent=self).attach(view)
        self._presenter.show(room, parts.resolve, page.set_snapshot)
        if panel.needs_model:
            bench = bench_slot(self._store)
            self._presenter.show(bench, uncomputable, page.set_absence)


def _made(panel: Panel, theme: Theme, page: QWidget) -> Any:
    return panel.parts().view(theme, page)
