"""What a picture says and picks, and a mouse wheel over it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.widgets.layout import Sentence
from viz_app.workbench.state import Cell


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


class _Listener(QObject):
    """Writes down what a view, or one that stands in it, says for the status line."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.said: list[str] = []
        view.installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if isinstance(event, Sentence):
            self.said.append(plain(event.tip()))
        return False


def said_by(view: QWidget) -> list[str]:
    return _Listener(view).said


def picked(heard: list[tuple]) -> list[Cell | None]:
    return [values[-1] for name, *values in heard if name == "cell_picked"]


def wheel(view: QWidget, point: QPoint, delta: int) -> bool:
    """Turn the wheel over a point, down when ``delta`` is negative; whether the view took it."""
    event = QWheelEvent(
        QPointF(point),
        QPointF(view.mapToGlobal(point)),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
    return event.isAccepted()
