"""What only the widgets of a page know, kept while the page is made anew.

All else is in the snapshot: typed text, choices of the view alone, cursors, scroll positions, and
which widget has the focus are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from PySide6.QtCore import QByteArray, QEvent, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSpinBox,
    QSplitter,
    QTextEdit,
    QTreeView,
    QWidget,
)

Key = tuple[str, str, int]
"""Of a widget: name of the nearest one with a name, type, and number among those of this type."""


@runtime_checkable
class HasViewState(Protocol):
    """A widget that knows more than its type does: where a picture's cursor is."""

    def view_state(self) -> Any: ...

    def set_view_state(self, state: Any, *, same: bool) -> None:
        """``same``: it shows the same snapshot."""


class _Kind(NamedTuple):
    """How a type of widget is read, and set where what it shows is not what was kept."""

    kind: type
    read: Callable[[Any], Any]
    write: Callable[[Any, Any], object]


@dataclass(frozen=True, slots=True)
class KeptState:
    """Of one page.

    Attributes:
        snapshot: which the page showed: what was typed and chosen belongs to it.
        own: what widgets say themselves, see :class:`HasViewState`.
        inputs: what was typed and chosen, for each of ``_INPUTS``.
        places: scroll positions and sizes, whatever the page shows, for each of ``_PLACES``.
        focus: the widget that has it; None if none of the page.
        inner: of the pages inside, by their names.
    """

    snapshot: Any
    own: Mapping[Key, Any]
    inputs: tuple[Mapping[Key, Any], ...]
    places: tuple[Mapping[Key, Any], ...]
    focus: Key | None
    inner: Mapping[str, KeptState]


def kept_state(panel: QWidget, snapshot: Any, inner: Mapping[str, KeptState]) -> KeptState:
    keys = dict(keyed(panel, without=inner))
    focused = panel.window().focusWidget()
    return KeptState(
        snapshot,
        own={k: one.view_state() for k, one in keys.items() if isinstance(one, HasViewState)},
        inputs=tuple(_read(keys, one) for one in _INPUTS),
        places=tuple(_read(keys, one) for one in _PLACES),
        focus=next((key for key, widget in keys.items() if widget is focused), None),
        inner=inner,
    )


def put_back(panel: QWidget, kept: KeptState, snapshot: Any) -> None:
    """Set a panel that shows ``snapshot`` and is in its place to what was kept of another."""
    same = snapshot == kept.snapshot
    for key, widget in list(keyed(panel, without=kept.inner)):
        if key in kept.own:
            cast("HasViewState", widget).set_view_state(kept.own[key], same=same)
    keys = dict(keyed(panel, without=kept.inner))  # some may have been made only now
    if same:
        for kind, values in zip(_INPUTS, kept.inputs, strict=True):
            _write(keys, kind, values)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    for kind, values in zip(_PLACES, kept.places, strict=True):
        _write(keys, kind, values)
    focused = keys.get(kept.focus) if kept.focus else None
    if focused is not None:
        focused.setFocus(Qt.FocusReason.ActiveWindowFocusReason)  # the ring stays as it was


def _read(keys: Mapping[Key, QWidget], kind: _Kind) -> dict[Key, Any]:
    return {key: kind.read(widget) for key, widget in keys.items() if isinstance(widget, kind.kind)}


def _write(keys: Mapping[Key, QWidget], kind: _Kind, kept: Mapping[Key, Any]) -> None:
    for key, value in kept.items():
        widget = keys.get(key)
        if isinstance(widget, kind.kind) and kind.read(widget) != value:
            kind.write(widget, value)


def keyed(panel: QWidget, *, without: Container[str] = ()) -> Iterator[tuple[Key, QWidget]]:
    """All widgets of a panel and its dialogs, but those of popups, and of the parts named."""
    found: Counter[tuple[str, str]] = Counter()
    window, left_out = panel.window(), set[QWidget]()
    for widget in (panel, *panel.findChildren(QWidget)):
        above = widget.parentWidget()
        if (widget is not panel and above in left_out) or widget.objectName() in without:
            left_out.add(widget)
        elif widget.window() is window or isinstance(widget.window(), QDialog):
            named: QWidget | None = widget
            while named is not None and named.objectName()[:3] in {"", "qt_"}:
                named = named.parentWidget()
            place = (named.objectName() if named else "", type(widget).__name__)
            found[place] += 1
            yield (*place, found[place]), widget


def same_widget(widget: QWidget, panel: QWidget, like: QWidget) -> QWidget:
    """The one that a panel of the same kind has in this one's place."""
    key = next(key for key, one in keyed(panel) if one is widget)
    return dict(keyed(like))[key]


# --------------------------------------------------------------------------------- inputs, places


def _line(line: QLineEdit) -> tuple[str, bool, int, int, int]:
    selection = line.selectionStart(), line.selectionLength()
    return line.text(), line.isModified(), line.cursorPosition(), *selection


def _set_line(line: QLineEdit, kept: tuple[str, bool, int, int, int]) -> None:
    text, modified, cursor, start, length = kept
    if line.text() != text:
        line.setText(text)
        line.textEdited.emit(text)  # as if typed: setText() alone tells only a few listeners
    line.setModified(modified)
    line.setCursorPosition(cursor)
    if start >= 0:  # towards the cursor's end
        line.setSelection(*((start, length) if cursor > start else (start + length, -length)))


def _text(edit: QTextEdit | QPlainTextEdit) -> tuple[str, int, int]:
    cursor = edit.textCursor()
    return edit.toPlainText(), cursor.anchor(), cursor.position()


def _set_text(edit: QTextEdit | QPlainTextEdit, kept: tuple[str, int, int]) -> None:
    text, anchor, position = kept
    if edit.toPlainText() != text:
        edit.setPlainText(text)
    cursor = edit.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)


def _set_index(combo: QComboBox, index: int) -> None:
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def _rows(view: QAbstractItemView) -> tuple[object, ...]:
    """Current and expanded rows, each as the row numbers from the root."""
    current = _path(view.currentIndex())
    if not isinstance(view, QTreeView):
        return current, view.currentIndex().column()
    return current, view.currentIndex().column(), {_path(one) for one in _expanded(view)}


def _set_rows(view: QAbstractItemView, kept: tuple[Any, ...]) -> None:
    current, column, *expanded = kept
    if isinstance(view, QTreeView):
        for path in sorted(*expanded):
            view.expand(_index(view, path))
    index = _index(view, current)
    model = view.selectionModel()
    if index.isValid() and model is not None:
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        model.setCurrentIndex(index.siblingAtColumn(max(0, column)), flags)


def _path(index: QModelIndex) -> tuple[int, ...]:
    path: list[int] = []
    while index.isValid():
        path.insert(0, index.row())
        index = index.parent()
    return tuple(path)


def _index(view: QAbstractItemView, path: tuple[int, ...]) -> QModelIndex:
    index = QModelIndex()
    for row in path:
        index = view.model().index(row, 0, index)
    return index


def _expanded(view: QTreeView, above: QModelIndex | None = None) -> Iterator[QModelIndex]:
    above = above or QModelIndex()
    for row in range(view.model().rowCount(above)):
        index = view.model().index(row, 0, above)
        if view.isExpanded(index):
            yield index
        yield from _expanded(view, index)


def _widths(header: QHeaderView) -> QByteArray | None:
    # Sections that cannot be dragged have the widths that the new page gives them.
    modes = map(header.sectionResizeMode, range(header.count()))
    return header.saveState() if QHeaderView.ResizeMode.Interactive in modes else None


# In the order in which they are set: an editor's text before the place in it.
_INPUTS = (
    _Kind(QComboBox, QComboBox.currentIndex, _set_index),
    _Kind(QCheckBox, QCheckBox.isChecked, QCheckBox.setChecked),
    _Kind(QSpinBox, QSpinBox.value, QSpinBox.setValue),
    _Kind(QLineEdit, _line, _set_line),
    _Kind(QTextEdit, _text, _set_text),
    _Kind(QPlainTextEdit, _text, _set_text),
    _Kind(QAbstractItemView, _rows, _set_rows),
)
_PLACES = (
    _Kind(QSplitter, QSplitter.sizes, QSplitter.setSizes),
    _Kind(QHeaderView, _widths, QHeaderView.restoreState),
    _Kind(QScrollBar, QScrollBar.value, QScrollBar.setValue),
)
