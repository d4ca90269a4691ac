"""Layouts, frames, bands and labels; keys that fields leave to the menus."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QStatusTipEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QBoxLayout,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme, band_theme
from viz_app.widgets.themed import Themed

# -------------------------------------------------------------------------------------------- band


class Band(Themed):
    """Mix-in placed before Qt's type, as :class:`Themed`, for the bars around the pictures.

    They are not enlarged at presentation size, which would take room from the pictures.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        # No child is styled before it is known to be in a band.
        super().__init__(*given, **named)
        put_in_frame(self)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours, with spacing at 100 %."""
        super().set_theme(band_theme(theme))


def put_in_frame(widget: QWidget) -> None:
    widget.setProperty("in_frame", True)


# ------------------------------------------------------------------------------------------ filled


Box = TypeVar("Box", bound=QBoxLayout)


def filled(
    box: Box,
    *parts: QWidget | QLayout | tuple[QWidget | QLayout, int],
    spacing: int | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Box:
    """The layout with these parts; a number is a part's stretch. Spacing and margins are in px."""
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)
    return box


# ---------------------------------------------------------------------------------------- flow row


class FlowRow(QLayout):
    """Lays out tools from the left on, each as wide as it wants to be; wraps without room."""

    def __init__(self, *tools: QWidget, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for tool in tools:
            self.addWidget(tool)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        hints = [item.minimumSize() for item in self._items if not item.isEmpty()]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        """Height of the rows in px; with ``place`` the tools are moved."""
        rows: list[list[QLayoutItem]] = []
        left = rect.width() + 1
        for item in self._items:
            if item.isEmpty():
                continue
            if left + item.sizeHint().width() > rect.width():
                rows.append([])
                left = 0
            rows[-1].append(item)
            left += item.sizeHint().width() + self.spacing()
        top = rect.top()
        for row in rows:
            height = max(item.sizeHint().height() for item in row)
            left = rect.left()
            for item in row if place else ():
                wide, high = min(item.sizeHint().width(), rect.width()), item.sizeHint().height()
                item.setGeometry(QRect(left, top + (height - high) // 2, wide, high))
                left += wide + self.spacing()
            top += height + self.spacing()
        return max(0, top - self.spacing() - rect.top())


# ------------------------------------------------------------------------------------------ framed


def framed(view: QWidget) -> QFrame:
    """A view on a panel of its own."""
    frame = QFrame()
    frame.setProperty("panel", True)
    filled(QVBoxLayout(frame), view, margins=(1, 1, 1, 1))
    return frame


# ------------------------------------------------------------------------------------------ labels


def text_label(
    role: str = "",
    text: str = "",
    *,
    wraps: bool = False,
    selectable: bool = False,
    form: Qt.TextFormat = Qt.TextFormat.PlainText,
    parent: QWidget | None = None,
) -> QLabel:
    """A label; ``role`` is its property in the style sheet.

    Use ``RichText`` only for text that the view has composed and escaped itself.
    """
    label = QLabel(parent)
    label.setProperty("role", role or None)
    label.setWordWrap(wraps)
    label.setTextFormat(form)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setText(text)
    return label


def wrapped_label(role: str = "", *, selectable: bool = False) -> QLabel:
    """A label that wraps at whatever width there is; unlike others it has no preferred one."""
    label = text_label(role, wraps=True, selectable=selectable)
    policy = label.sizePolicy()
    policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
    label.setSizePolicy(policy)
    return label


def placeholder(*, wraps: bool = False) -> QLabel:
    label = text_label("soft", wraps=wraps)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


# ------------------------------------------------------------------------------------ object names


_ALONE = {"bars", "buttons", "charts", "fields", "late"}
"""Mappings whose keys are sufficient names."""


def name_parts(widget: QWidget, name: str) -> None:
    """Name a widget, and its children after the attributes that hold them: ``masks-steps-stages``.

    The names are English, in every language and theme the same: tests of the window find its parts
    by them.

    Widgets with a name keep it, as do their children. Entries of a sequence are numbered, those of
    a mapping named by their keys. Private attributes are skipped.
    """
    if widget.objectName():
        return
    widget.setObjectName(kebab(name))
    for attribute, part in _parts(widget):
        if not part.isAncestorOf(widget):
            name_parts(part, f"{name}-{attribute}")


def kebab(text: str) -> str:
    """``n_layers`` as ``n-layers``."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _parts(owner: QWidget) -> Iterator[tuple[str, QWidget]]:
    for name, value in vars(owner).items():
        if name.startswith("_"):
            continue
        if isinstance(value, Mapping):
            start = "" if name in _ALONE else f"{name}-"
            entries = {f"{start}{key}": entry for key, entry in value.items()}
        elif isinstance(value, QDialogButtonBox):
            named = {value.standardButton(one): one for one in value.buttons()}
            entries = {str(kind.name): one for kind, one in named.items() if kind.value}
        elif isinstance(value, tuple | list):
            entries = {f"{name}-{number}": entry for number, entry in enumerate(value, 1)}
        else:
            entries = {name: value}
        yield from ((key, part) for key, part in entries.items() if isinstance(part, QWidget))


# ----------------------------------------------------------------------------------- scrolled area


class ScrolledArea(QScrollArea):
    """Measures its content in a new style only while it is visible.

    Otherwise that happens when the content is laid out, as after every change inside.
    """

    def event(self, event: QEvent) -> bool:
        # While hidden, skip the expensive part: breaking all texts into lines.
        if event.type() == QEvent.Type.StyleChange and not self.isVisible():
            return QAbstractScrollArea.event(self, event)
        return super().event(event)


def scrolled(content: QWidget) -> ScrolledArea:
    area = ScrolledArea()
    # asked for the one that Qt has made, PySide makes the types of all widgets that there are
    area.setViewport(QWidget())
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    return area


# ------------------------------------------------------------------------------------- screen room


def room_on_screen(window: QWidget) -> QSize:
    return window.screen().availableSize() - (window.frameSize() - window.size())


# ------------------------------------------------------------------------------------- status line


class Sentence(QStatusTipEvent):
    """Describes what is under the mouse or the keyboard cursor; empty: nothing any more.

    Qt passes it from parent to parent up to the window. It has a type of its own because Qt sends
    the hints of menu entries in the same way, and these only cover a view's sentence.
    """

    def __init__(self, sentence: str, view: QWidget) -> None:
        super().__init__(sentence)
        self.view = view


def tell(view: QWidget, sentence: str) -> None:
    QApplication.sendEvent(view, Sentence(sentence, view))


# --------------------------------------------------------------------------------------- step keys


STEP_KEYS: Mapping[str, str] = {
    "first_step": "Ctrl+Home",
    "step_back": "Ctrl+Left",
    "step_forward": "Ctrl+Right",
    "last_step": "Ctrl+End",
    "play": "Ctrl+Space; F8",
}
"""Shortcuts of the menu entries that move between steps, in Qt's portable format."""

BRANCH_KEYS = "Ctrl+B"
"""Shortcut of the entry that branches on the next candidate."""

UNDO_KEYS: Mapping[str, str] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z; Ctrl+Y" if sys.platform == "win32" else "Ctrl+Shift+Z",
}
"""Shortcuts of undo and redo."""

COPY_KEYS: Mapping[str, str] = {"copy_picture": "Ctrl+C"}
"""Those of the entry that copies the picture, where no text is selected that they would copy."""


def never() -> bool:
    return False


class StepKeys(QObject):
    """Passes the keys of the steps, or others, to the menus while a field is not edited."""

    def __init__(
        self,
        field: QWidget,
        editing: Callable[[], bool] = never,
        *,
        keys: Mapping[str, str] = STEP_KEYS,
    ) -> None:
        super().__init__(field)
        self._editing = editing
        self._keys = frozenset(
            key.toString() for names in keys.values() for key in QKeySequence.listFromString(names)
        )
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()).toString() in self._keys
            and not self._editing()
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class PointKeys(QWidget):
    """Base of plots whose points are read with the keys of :data:`ACROSS`."""
