"""What tests of views look through: every intent, every focusable child, another language."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    Qt,
    QTranslator,
    Signal,
)
from PySide6.QtGui import QAccessible, QMouseEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot


def emissions(view: QObject) -> list[tuple]:
    """A list that grows by ``(name, *values)`` with each intent of the view, and of its room's."""
    heard: list[tuple] = []
    for source in dict.fromkeys((view, getattr(view, "intents", view))):
        for name in intents(type(source)):
            getattr(source, name).connect(partial(_note, heard, name))
    return heard


def hover(qtbot: QtBot, view: QWidget, point: QPoint) -> None:
    """Move the mouse over a view.

    The platform forgets a move to where the mouse of an earlier test has been: so the view is told.
    """
    qtbot.mouseMove(view, point)
    button, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    where, place = QPointF(point), QPointF(view.mapToGlobal(point))
    event = QMouseEvent(QEvent.Type.MouseMove, where, place, button, button, keys)
    QApplication.sendEvent(view, event)


def intents(view_type: type) -> list[str]:
    """Names of the signals that the class defines, or one of the application below it."""
    own = (base for base in view_type.__mro__ if base.__module__.startswith("viz_app"))
    return [name for base in own for name, value in vars(base).items() if isinstance(value, Signal)]


def _note(heard: list[tuple], name: str, *values: object) -> None:
    heard.append((name, *values))


def focusable(view: QWidget) -> list[QWidget]:
    """Children that the keyboard reaches, apart from the insides of Qt's own widgets."""
    return [
        child
        for child in (view, *view.findChildren(QWidget))
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus
        and child.focusProxy() is None
        and child.window() is view.window()
        and not _is_inside(child)
    ]


def _is_inside(widget: QWidget) -> bool:
    """Whether Qt made it: the list of a combo box, the field of a spin box."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QComboBox | QAbstractSpinBox):
            return True
        around = around.parentWidget()
    return False


def spoken_name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


class Marker(QTranslator):
    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return f"«{text}»" if text else ""


@contextmanager
def marked_language() -> Iterator[None]:
    app, marker = QCoreApplication.instance(), Marker()
    app.installTranslator(marker)
    app.processEvents()
    try:
        yield
    finally:
        app.removeTranslator(marker)
        app.processEvents()
