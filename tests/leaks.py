"""Fails every test that leaves something running or on screen, and names the line that began it.

Watched: Python threads, ``QThread``, ``QTimer``, animations and top-level widgets.  Python
warnings are errors by ``filterwarnings``, Qt's by ``qt_log_level_fail``.

Qt is asked only where a ``QApplication`` exists, so a test of the model pays next to nothing.
"""

import gc
import sys
import sysconfig
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, wraps
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
_SELF = __file__
_STDLIB = sysconfig.get_path("stdlib")
_FRAMES_SHOWN = 4

_Line = tuple[CodeType, int]
_failed_key = pytest.StashKey[bool]()


def _call_site() -> list[_Line]:
    """The innermost lines outside of the libraries that led here, the nearest first."""
    lines: list[_Line] = []
    frame = sys._getframe(2)
    while frame is not None and len(lines) < _FRAMES_SHOWN:
        if _is_own(frame.f_code.co_filename):
            lines.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return lines


@cache
def _is_own(file: str) -> bool:
    """Whether a file is of the project, and not this one: asked for every frame there is."""
    library = file.startswith(("<", _STDLIB)) or "site-packages" in file or "dist-packages" in file
    return file != _SELF and not library


def _said(line: _Line) -> str:
    code, number = line
    path = Path(code.co_filename)
    short = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{short}:{number} in {code.co_name}"


_origins: weakref.WeakKeyDictionary[Any, list[_Line]] = weakref.WeakKeyDictionary()
"""What was started or made, and the lines that did it."""


def _describe(what: str, thing: object) -> str:
    lines = [_said(line) for line in _origins.get(thing, [])]
    if not lines:
        return what
    return f"{what}\n      begun at " + "\n           from ".join(lines)


def _remember(owner: type, method: str, also: Callable[[Any], None] = id) -> None:
    """Make *owner.method* note who calls it, and tell what it was called for."""
    original = getattr(owner, method)

    @wraps(original)
    def remembering(self: Any, *args: Any, **kwargs: Any) -> Any:
        _origins[self] = _call_site()
        also(self)
        return original(self, *args, **kwargs)

    setattr(owner, method, remembering)


def _threads() -> set[threading.Thread]:
    """Threads that Python code started (not those of C++ that only passed through Python)."""
    return {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}


def _leaked_threads(before: set[threading.Thread]) -> list[str]:
    return [
        _describe(f"thread {thread.name!r} ({thread.__class__.__name__})", thread)
        for thread in sorted(_threads() - before, key=lambda thread: thread.name)
        if thread.is_alive()
    ]


@dataclass
class _QtWatch:
    """The Qt objects that began before a test; all others must have ended after it."""

    runners: dict[type, Callable[[Any], bool]] = field(default_factory=dict)
    started: weakref.WeakSet[Any] = field(default_factory=weakref.WeakSet)
    before: list[Any] = field(default_factory=list)

    def install(self) -> None:
        """Patch Qt once; costs a millisecond."""
        from PySide6 import QtCore, QtWidgets

        self.runners = {
            QtCore.QTimer: lambda timer: timer.isActive(),
            QtCore.QThread: lambda thread: thread.isRunning(),
            QtCore.QAbstractAnimation: lambda animation: (
                animation.state() != QtCore.QAbstractAnimation.State.Stopped
            ),
        }
        for owner in self.runners:
            _remember(owner, "start", self.started.add)
        for name in (
            *("QWidget", "QDialog", "QFrame", "QGraphicsView", "QLabel", "QMainWindow"),
            *("QMenu", "QPushButton"),
        ):
            _remember(getattr(QtWidgets, name), "__init__")

    def begin(self) -> None:
        self.before = [*self._running(), *self._windows()]

    def leaked(self) -> list[tuple[str, Any]]:
        """Descriptions and objects of what is left, after what is doomed has gone."""
        self._collect()
        if not self._left():
            return []
        gc.collect()
        self._collect()
        return [(_describe(self._name(thing), thing), thing) for thing in self._left()]

    def end(self, things: list[Any]) -> None:
        """Silence what leaked, so that later tests do not suffer from it."""
        for thing in things:
            for silence in ("hide", "stop", "quit"):
                if hasattr(thing, silence):
                    getattr(thing, silence)()

    def _left(self) -> list[Any]:
        return [
            thing
            for thing in (*self._running(), *self._windows())
            if not any(thing is old for old in self.before)
        ]

    def _running(self) -> list[Any]:
        """What was started and runs; the others are not asked again before their next start."""
        for thing in list(self.started):
            if not self._is_running(thing):
                self.started.discard(thing)
        return list(self.started)

    def _is_running(self, thing: Any) -> bool:
        from shiboken6 import isValid

        return isValid(thing) and any(
            isinstance(thing, owner) and is_running(thing)
            for owner, is_running in self.runners.items()
        )

    @staticmethod
    def _windows() -> list[Any]:
        from PySide6.QtWidgets import QApplication

        # Qt keeps one label for all tool tips and removes it when it likes.
        return [
            widget
            for widget in QApplication.topLevelWidgets()
            if (widget.parent() is None or widget.isVisible())
            and widget.metaObject().className() != "QTipLabel"
        ]

    @staticmethod
    def _collect() -> None:
        from PySide6.QtCore import QCoreApplication, QEvent

        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    @staticmethod
    def _name(thing: Any) -> str:
        from PySide6.QtWidgets import QWidget

        name = f"{type(thing).__name__}"
        if thing.objectName():
            name += f" {thing.objectName()!r}"
        if isinstance(thing, QWidget):
            shown = "visible" if thing.isVisible() else "hidden"
            return f"top-level widget {name} ({shown}, title {thing.windowTitle()!r})"
        return f"running {name}"


_qt_watch = _QtWatch()


def _has_widgets() -> bool:
    widgets = sys.modules.get("PySide6.QtWidgets")
    return widgets is not None and isinstance(widgets.QApplication.instance(), widgets.QApplication)


def pytest_configure() -> None:
    if not hasattr(threading.Thread.start, "__wrapped__"):
        _remember(threading.Thread, "start")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    item.stash[_failed_key] = item.stash.get(_failed_key, False) or report.failed
    return report


@pytest.fixture(autouse=True)
def no_leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test when it leaves a thread, timer, animation or top-level widget behind."""
    threads = _threads()
    if "PySide6.QtWidgets" in sys.modules and not _qt_watch.runners:
        _qt_watch.install()
    _qt_watch.before = []
    if _has_widgets():
        _qt_watch.begin()
    yield
    leaks = _leaked_threads(threads)
    if _has_widgets():
        left = _qt_watch.leaked()
        # A failed test's traceback keeps its widgets alive: that is no fault of its own.
        if not request.node.stash.get(_failed_key, False):
            leaks += [description for description, _ in left]
        _qt_watch.end([thing for _, thing in left])
    if leaks:
        pytest.fail("The test left behind:\n  - " + "\n  - ".join(leaks), pytrace=False)
