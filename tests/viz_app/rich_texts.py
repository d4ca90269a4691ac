"""Every text of a window that Qt could take for HTML, and every letter that it could eat."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint, QUrl
from PySide6.QtGui import QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

Role = Qt.ItemDataRole


@dataclass(frozen=True)
class Place:
    """A text and whose it is; ``form`` is None where ``&`` marks the letter for Alt."""

    owner: str
    text: str
    form: Qt.TextFormat | None

    @property
    def rich(self) -> bool:
        guessed = self.form == Qt.TextFormat.AutoText and Qt.mightBeRichText(self.text)
        return guessed or self.form in {Qt.TextFormat.RichText, Qt.TextFormat.MarkdownText}

    def read(self) -> str:
        if self.form is None:
            return self.text.replace("&&", "\0").replace("&", "").replace("\0", "&")
        return Page(self.text).toPlainText() if self.rich else self.text


class Page(QTextDocument):
    """A text laid out as HTML, as labels and tool tips do it, and all that it asks for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.setHtml(text)
        self.setTextWidth(400)
        self.size()

    def loadResource(self, kind: int, name: QUrl) -> object:
        address = name.toString() if isinstance(name, QUrl) else str(name)
        if not address.startswith("data:"):
            self.asked.append(address)
        return None


def places(window: QWidget) -> Iterator[Place]:
    """All of them: labels, buttons, menus, tool tips of widgets, of actions and of items."""
    auto = Qt.TextFormat.AutoText
    for widget in _widgets(window):
        owner = widget.objectName() or type(widget).__name__
        yield Place(f"tip of {owner}", widget.toolTip(), auto)
        yield Place(f"what’s this of {owner}", widget.whatsThis(), auto)
        yield from _own(widget, owner)
        for action in widget.actions():
            yield Place(f"action of {owner}", action.text(), None)
            yield Place(f"tip of an action of {owner}", action.toolTip(), auto)


def _own(widget: QWidget, owner: str) -> Iterator[Place]:
    auto = Qt.TextFormat.AutoText
    match widget:
        case QLabel():
            yield Place(f"label {owner}", widget.text(), widget.textFormat())
        case QAbstractButton():
            yield Place(owner, widget.text(), None)
        case QMenu() | QGroupBox():
            yield Place(owner, widget.title(), None)
        case QTabBar():
            for place in range(widget.count()):
                yield Place(owner, widget.tabText(place), None)
                yield Place(f"tip of {owner}", widget.tabToolTip(place), auto)
        case QComboBox():
            yield from _items(widget.model(), owner)
        case QAbstractItemView() if widget.model() is not None:
            yield from _items(widget.model(), owner)
        case QGraphicsView() if widget.scene() is not None:
            for item in widget.items():
                if isinstance(item, QGraphicsTextItem):
                    yield Place(f"plot of {owner}", item.toHtml(), Qt.TextFormat.RichText)


def _items(
    model: QAbstractItemModel, owner: str, above: QModelIndex | None = None
) -> Iterator[Place]:
    above = above or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(above)
    for row in range(min(model.rowCount(above), 40)):
        for column in range(min(columns, 12)):
            index = model.index(row, column, above)
            tip = index.data(Role.ToolTipRole)
            yield Place(f"item of {owner}", str(index.data() or ""), Qt.TextFormat.PlainText)
            yield Place(f"tip of an item of {owner}", str(tip or ""), Qt.TextFormat.AutoText)
            if columns > 1 and column == 0 and model.rowCount(index):
                yield from _items(model, owner, index)


def tips_on_hover(window: QWidget) -> Iterator[Place]:
    """What comes up where the mouse rests, on a grid over every visible widget."""
    for widget in _widgets(window):
        if not isValid(widget) or not widget.isVisible():
            continue
        for point in _grid(widget):
            QToolTip.hideText()
            event = QHelpEvent(QEvent.Type.ToolTip, point, widget.mapToGlobal(point))
            QApplication.sendEvent(widget, event)
            owner = f"tip over {type(widget).__name__}"
            yield Place(owner, QToolTip.text(), Qt.TextFormat.AutoText)
    QToolTip.hideText()


def _grid(widget: QWidget) -> Iterator[QPoint]:
    across, down = (4, 4) if widget.width() * widget.height() > 40_000 else (1, 1)
    for x in range(across):
        for y in range(down):
            yield QPoint(
                (2 * x + 1) * widget.width() // (2 * across),
                (2 * y + 1) * widget.height() // (2 * down),
            )


def _widgets(window: QWidget) -> list[QWidget]:
    """It and all below it, but for a tool tip, which is what another widget says.

    Also not what pyqtgraph has in menus that nobody can open.
    """
    below = (window, *window.findChildren(QWidget))
    read = (widget for widget in below if widget.objectName() != "qtooltip_label")
    return [widget for widget in read if isinstance(widget, QMenu) or not _in_a_menu(widget)]


def _in_a_menu(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QMenu):
        above = above.parentWidget()
    return above is not None
