"""The list of scenes at the side of the window, with the note of the current one."""

from __future__ import annotations

from functools import partial
from string import Template
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QAction, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from model.values import fields_named
from viz_app.app.menus.entries import IN_LIST
from viz_app.app.menus.entry_menu import EntryMenu
from viz_app.app.scene_state import (
    SceneHandle,
    ScenesSnapshot,
    scene_moved,
    scene_noted,
    scene_renamed,
)
from viz_app.design.icons import Shape, icon_size, themed_icon
from viz_app.design.theme import Theme, mixed
from viz_app.texts.labels import tool_tip, without_mnemonic
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, placeholder, text_label
from viz_app.widgets.markdown import NoteEditor
from viz_app.widgets.themed import Themed

STYLE_SHEET = """
QListWidget, QTextBrowser, QPlainTextEdit { background: $panel; border: 1px solid $line;
    border-radius: ${small_radius}px; }
QListWidget:focus, QTextBrowser:focus, QPlainTextEdit:focus { border-color: $accent; }
QListWidget::item { padding: ${unit}px; }
QListWidget::item:selected { background: $tint; color: $text; }
QListWidget QLineEdit { min-height: 0; border-radius: 0; padding: 0; }
"""

ICONS: dict[str, Shape] = {
    "update": "save",
    "duplicate": "copy",
    "delete": "close",
    "list": "forward",
}
"""Of buttons that repeat an entry of the menu; others have its text."""


class SceneItem(QListWidgetItem):
    """Shows the title after its number; another title is requested from the state."""

    def __init__(self, above: SceneList, scene: int) -> None:
        self.scene, self.title, self.number = scene, "", 0
        self._rename = partial(above.room.does(scene_renamed), scene)
        super().__init__(above)
        self.setFlags(self.flags() | Qt.ItemFlag.ItemIsEditable)

    def data(self, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{self.number}  {self.title}"
        return self.title if role == Qt.ItemDataRole.EditRole else super().data(role)

    def setData(self, role: int, value: Any) -> None:
        if role == Qt.ItemDataRole.EditRole:
            self._rename(value)
        else:
            super().setData(role, value)

    def show_title(self, number: int, title: str) -> None:
        self.number, self.title = number, title
        self.setToolTip(tool_tip(title))
        self.listWidget().update(self.listWidget().indexFromItem(self))


class SceneList(QListWidget):
    """Shows a scene on a click or an arrow key; scenes are moved by dragging them."""

    def __init__(self, room: SceneHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.room = room
        self._items: list[SceneItem] = []
        self._move = room.does(scene_moved)
        self.setProperty("reveals", True)  # Space has no other use here
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Scenes"))
        self.setToolTip(
            self.tr(
                "Arrow keys show a scene, F2 renames it, Alt+↑ and Alt+↓ move it, Del deletes it"
            )
        )
        self.itemClicked.connect(lambda item: room.show(item.scene))

    def set_snapshot(self, snapshot: ScenesSnapshot) -> None:
        ids = [scene for scene, _ in snapshot.titles]
        if ids != [item.scene for item in self._items]:
            self.clear()
            self._items = [SceneItem(self, scene) for scene in ids]
        for number, (item, (_, title)) in enumerate(zip(self._items, snapshot.titles, strict=True)):
            item.show_title(number + 1, title)
        self.setCurrentRow(ids.index(snapshot.current) if snapshot.current in ids else -1)

    def event(self, event: QEvent) -> bool:
        # Here F2 does not rename the branch.
        own = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2
        if own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the line passes on the Return that ends it
            return
        before = self.currentRow()
        super().keyPressEvent(event)
        row, again = self.currentRow(), event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if row >= 0 and (again or row != before):
            self.room.show(self._items[row].scene)

    def dropEvent(self, event: QDropEvent) -> None:
        """Request the place between two other scenes; the list itself changes nothing."""
        row, y = self.currentRow(), event.position().y()
        others = (other for other in range(self.count()) if other != row)
        above = (self.visualItemRect(self.item(other)).center().y() < y for other in others)
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        self._move(self._items[row].scene, sum(above))


class SceneSide(Themed, QWidget):
    """Scenes above the note of the current one; made anew for another theme or language."""

    def __init__(self, theme: Theme, room: SceneHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._note = theme, room.does(scene_noted)
        self._current: int | None = None
        self.list, self.note = SceneList(room), NoteEditor()
        self.nothing = placeholder(wraps=True)
        self.edit_button, self.fold = QPushButton(), QPushButton()
        names = ("add", "update", "duplicate", "delete")
        self.buttons = {name: QPushButton() for name in names}
        self._arrange()
        self.nothing.setText(
            self.tr(
                "A scene keeps what is on screen: sentence, branch, step, tab, head, options. "
                "Page Up and Page Down show one scene after the other."
            )
        )
        self.note.view.setPlaceholderText(self.tr("No note"))
        self.note.view.setAccessibleName(self.tr("Note of the scene"))
        self.note.text.setAccessibleName(self.tr("Note of the scene in Markdown"))
        self.note.typed.connect(self._on_typed)
        self.note.editing_changed.connect(self.edit_button.setChecked)
        self.edit_button.clicked.connect(self._edit)
        self.set_theme(theme)

    def set_menu(self, menu: EntryMenu) -> None:
        """Repeat entries of the menu by buttons."""
        others = {"note": self.edit_button, "list": self.fold}
        for name, button in {**self.buttons, **others}.items():
            action = menu.action(name)
            _repeat(button, action, ICONS.get(name), self.theme)
            if name != "note":
                button.clicked.connect(action.trigger)
        self.list.addActions([menu.action(name) for name in IN_LIST])
        menu.action("rename").triggered.connect(self.edit_title)
        menu.action("note").triggered.connect(self.edit_note)

    def set_snapshot(self, snapshot: ScenesSnapshot) -> None:
        if snapshot.current != self._current:
            self.note.set_editing(False)
        self._current = snapshot.current
        self.list.set_snapshot(snapshot)
        self.note.set_note(snapshot.note)
        self.nothing.setVisible(not snapshot.titles)
        self._parts.setVisible(bool(snapshot.titles))

    @Slot()
    def edit_title(self) -> None:
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.editItem(self.list.currentItem())

    @Slot()
    def edit_note(self) -> None:
        self._edit(True)

    @Slot(bool)
    def _edit(self, editing: bool) -> None:
        self.note.set_editing(editing)
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(str)
    def _on_typed(self, note: str) -> None:
        if self._current is not None:
            self._note(self._current, note)

    def _arrange(self) -> None:
        title, own = text_label("title", self.tr("Scenes")), QWidget()
        head = filled(QHBoxLayout(), (title, 1), self.fold)
        self._row = filled(QHBoxLayout(), *self.buttons.values())
        self._row.addStretch(1)
        title = text_label("title", self.tr("Note"))
        below = filled(QHBoxLayout(), (title, 1), self.edit_button)
        self._note_rows = filled(QVBoxLayout(own), below, (self.note, 1))
        self._parts = QSplitter(Qt.Orientation.Vertical)
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.list)
        self._parts.addWidget(own)
        self._rows = filled(QVBoxLayout(self), head, self._row, self.nothing, (self._parts, 1))
        self._rows.addStretch(0)
        self.edit_button.setCheckable(True)
        self.edit_button.setProperty("segment", True)
        for name, button in {**self.buttons, "list": self.fold}.items():
            button.setProperty("flat_icon" if name in ICONS else "compact", True)

    def _apply_theme(self) -> None:
        theme, unit = self.theme, self.theme.unit
        for rows in (self._rows, self._note_rows):
            rows.setSpacing(2 * unit)
        self._note_rows.setContentsMargins(0, 2 * unit, 0, 0)
        self._row.setSpacing(unit)
        values = fields_named(theme, ("panel", "line", "text", "accent", "small_radius", "unit"))
        tint = mixed(theme.panel, theme.accent, share=0.12)
        self.setStyleSheet(Template(STYLE_SHEET).substitute(values, tint=tint))


def _repeat(button: QPushButton, action: QAction, shape: Shape | None, theme: Theme) -> None:
    """Let a button look like an entry of a menu, and be enabled with it."""
    text, keys = without_mnemonic(action.text()), action.shortcut().toString()
    say(button, text, action.statusTip() + (f" ({keys})" if keys else ""))
    if shape is not None:
        button.setText("")
        button.setIcon(themed_icon(shape, theme))
        button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
    button.setEnabled(action.isEnabled())
    action.enabledChanged.connect(button.setEnabled)
