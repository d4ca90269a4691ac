"""What the pages of the window are made of, imported before somebody opens one.

In the window's own thread, for a class of Qt's must not come to be in another: before Python 3.12
PySide keeps what it knows of classes in a table without a lock, and Qt reads it whenever it passes
an event on. What is imported at once is small enough for a turn of the event loop.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pkgutil import iter_modules
from types import ModuleType

from viz_app.engine.collection import many_imports

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
