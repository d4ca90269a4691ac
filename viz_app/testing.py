"""The real window for tests with pytest-qt: in folders of its own, with a model that is shipped.

``pytest_plugins = ["viz_app.testing"]`` in a ``conftest.py``, or an import in the test file, brings
the fixture :func:`headlight_window`. The guide has examples, and the names of all controls.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

try:
    import pytest
    from pytestqt.qtbot import QtBot
except ImportError as error:
    raise ImportError(
        f"viz_app.testing needs pytest and pytest-qt ({error}): pip install 'headlight[testing]'"
    ) from error

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from model.checkpoint.locations import SHIPPED_FOLDER
from viz_app.app.bootstrap import Application
from viz_app.app.main_window import MainWindow
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library

PATIENCE_MS = 120_000
"""How long a wait for a state may take; a slow machine is no failure."""

DEFAULTS = WindowOptions(theme="light", language="en", device="cpu")

_Found = TypeVar("_Found", bound=QObject)


@pytest.fixture
def headlight_window(qtbot: QtBot, tmp_path: Path) -> Iterator[HeadlightWindow]:
    """The window with its first picture; settings, sessions and models are below ``tmp_path``."""
    with opened(qtbot, tmp_path / "headlight") as application:
        shown = HeadlightWindow(qtbot, application)
        shown.settled()
        yield shown


class HeadlightWindow:
    """What a test does with the window beside what ``qtbot`` does.

    Attributes:
        qtbot: pytest-qt's hands.
        application: all that is behind the window.
        window: the :class:`MainWindow`.
    """

    def __init__(self, qtbot: QtBot, application: Application) -> None:
        self.qtbot, self.application = qtbot, application
        self.window: MainWindow = application.window

    def find(self, name: str, kind: type[_Found] = QWidget) -> _Found:  # type: ignore[assignment]
        """A widget, or an action of a menu, by its object name.

        Raises:
            LookupError: there is none; pages are made when they are first shown.
        """
        found = self.window.findChild(kind, name)
        if found is None:
            names = {one.objectName() for one in self.window.findChildren(kind)}
            near = ", ".join(difflib.get_close_matches(name, names, n=5))
            raise LookupError(f"no {kind.__name__} has the object name {name!r}; near: {near}")
        return found

    def click(self, name: str) -> None:
        """Press and release the left button in the middle of a widget."""
        self.qtbot.mouseClick(self.find(name), Qt.MouseButton.LeftButton)

    def choose(self, name: str, value: object) -> None:
        """Take an entry of a combo box by its data, or by its text."""
        choose(self.qtbot, self.find(name, QComboBox), value)

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front, ``"attention"`` or ``"one-head"``, and wait for its page."""
        self.window.show_tab(name.replace("-", "_"))
        self.settled()

    def settled(self) -> None:
        """Wait until no job is under way, a training included, and nothing is still to paint."""
        settle(self.qtbot, self.application)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for a state, two minutes at most."""
        self.qtbot.waitUntil(holds, timeout=PATIENCE_MS)


@contextmanager
def opened(
    qtbot: QtBot,
    folder: Path,
    options: WindowOptions = DEFAULTS,
    *,
    models: Path | None = None,
    shipped: Path = SHIPPED_FOLDER,
    settings: Path | None = None,
) -> Iterator[Application]:
    """An application that has shown its first translation; closed as a user would.

    Args:
        qtbot: pytest-qt's hands.
        folder: of settings, sessions, models and runs, unless another place is given.
        options: as of the command line.
        models: the folder of trained models; runs and sessions are beside it.
        shipped: the folder of shipped models.
        settings: the file of settings.
    """
    with changing_clothes(cast("QApplication", QApplication.instance())):
        application = Application(
            options,
            library=Library(models or folder / "models", shipped=shipped),
            settings_file=settings or folder / "settings.json",
        )
        application.start()
        try:
            qtbot.waitUntil(lambda: _has_translated(application), timeout=PATIENCE_MS)
            # any page can be made
            qtbot.waitUntil(lambda: application.training_tab is not None, timeout=PATIENCE_MS)
            yield application
        finally:
            close(qtbot, application)
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def close(qtbot: QtBot, application: Application) -> None:
    """Close the window and wait until everything behind it has ended."""
    if application.window.isVisible():
        with qtbot.waitSignal(application.ended, timeout=PATIENCE_MS):
            application.window.close()
    application.window.deleteLater()
    application.deleteLater()


@contextmanager
def changing_clothes(app: QApplication) -> Iterator[None]:
    """Colours, font and style sheet are as before afterwards, whatever theme comes meanwhile."""
    font, palette, sheet = app.font(), app.palette(), app.styleSheet()
    try:
        yield
    finally:
        app.setStyleSheet(sheet)
        app.setPalette(palette)
        app.setFont(font)


def settle(qtbot: QtBot, application: Application) -> None:
    """Wait until the worker has answered everything that was asked, also because of an answer."""
    for _ in range(3):
        all_made(qtbot, application.window)
        _wait_for_the_worker(qtbot, application)
        qtbot.waitUntil(
            lambda: not any(map(QTimer.isActive, _waiting(application))), timeout=PATIENCE_MS
        )


def choose(qtbot: QtBot, combo: QComboBox, value: object) -> None:
    """Open a combo box and take the entry whose data or text is ``value``."""
    by_data = (row for row in range(combo.count()) if combo.itemData(row) == value)
    row = next(by_data, combo.findText(str(value)))
    if row < 0:
        texts = [combo.itemText(row) for row in range(combo.count())]
        raise LookupError(f"{value!r} is not among the choices: {texts}")
    combo.showPopup()
    combo.view().setCurrentIndex(combo.model().index(row, combo.modelColumn()))
    qtbot.keyClick(combo.view(), Qt.Key.Key_Return)


def all_made(qtbot: QtBot, window: QWidget) -> None:
    """Wait until all is in its place: layouts follow each other."""
    for _ in range(4):
        QApplication.processEvents()


def _waiting(application: Application) -> Iterator[QTimer]:
    """Timers of another appearance that comes, and of traces not shown yet."""
    for owner in (application.appearance, application.translation, application.branching):
        yield from owner.findChildren(QTimer)


def _wait_for_the_worker(qtbot: QtBot, application: Application) -> None:
    with qtbot.waitCallback(timeout=PATIENCE_MS) as answered:
        application.desk.submit(
            lambda: iter(()), on_item=print, on_failed=print, on_finished=answered, priority=-9
        )


def _has_translated(application: Application) -> bool:
    state = application.screen.now
    return state.trace is not None and state.trace.finished and not state.translating
