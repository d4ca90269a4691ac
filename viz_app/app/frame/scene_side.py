"""The list of scenes at the side of the window, with the note of the current one."""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.app.scene_state import SceneHandle, ScenesSnapshot
from viz_app.design.icons import Shape, icon_size, themed_icon
from viz_app.design.theme import Theme, mixed
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, placeholder, text_label
from viz_app.widgets.markdown import NoteEditor
from viz_app.widgets.themed import Themed

ID_ROLE, TITLE_ROLE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""The id of a row's scene, and its title without the number."""

STYLE_SHEET = """
QListWidget, QTextBrowser, QPlainTextEdit { background: $panel; border: 1px solid $line;
    border-radius: ${radius}px; }
QListWidget:focus, QTextBrowser:focus, QPlainTextEdit:focus { border-color: $accent; }
QListWidget::item { padding: ${unit}px; }
QListWidget::item:selected { background: $tint; color: $text; }
"""

_Index = QModelIndex | QPersistentModelIndex


class SceneTitleEditor(QStyledItemDelegate):
    """Requests another title; the list shows it with the next snapshot."""

    def __init__(self, rename: Callable[[int, str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._rename = rename

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: _Index
    ) -> QLineEdit:
        del option, index
        line = QLineEdit(parent)
        line.setMaxLength(80)
        line.setStyleSheet("QLineEdit { min-height: 0; border-radius: 0; padding: 0; }")
        line.setAccessibleName(self.tr("Title of the scene"))
        return line

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(TITLE_ROLE))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        del model
        if isinstance(editor, QLineEdit) and editor.isModified():
            self._rename(index.data(ID_ROLE), editor.text())


class SceneList(QListWidget):
    """Shows a scene on a click or an arrow key; scenes are moved by dragging them."""

    def __init__(self, room: SceneHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room = room
        self._titles: tuple[tuple[int, str], ...] = ()
        self.setItemDelegate(SceneTitleEditor(room.rename, self))
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
        self.itemClicked.connect(lambda item: room.show(item.data(ID_ROLE)))

    def set_snapshot(self, snapshot: ScenesSnapshot) -> None:
        ids = [scene for scene, _ in snapshot.titles]
        if ids != [scene for scene, _ in self._titles]:
            self.clear()
            for scene in ids:
                item = QListWidgetItem(self)
                item.setData(ID_ROLE, scene)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        for row, (_, title) in enumerate(snapshot.titles):
            item = self.item(row)
            item.setText(f"{row + 1}  {title}")
            item.setData(TITLE_ROLE, title)
            item.setToolTip(tool_tip(title))
        self._titles = snapshot.titles
        self.setCurrentRow(ids.index(snapshot.current) if snapshot.current in ids else -1)

    def event(self, event: QEvent) -> bool:
        # Here F2 does not rename the branch.
        own = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_F2
        if own and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentRow()
        scene = self._scene_at(row)
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # the line passes on the Return that ends it
        elif scene is not None and by and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._room.move(scene, row + by)
        elif scene is not None and key == Qt.Key.Key_Delete:
            self._room.delete(scene)
        else:
            super().keyPressEvent(event)
            now = self._scene_at(self.currentRow())
            if now is not None and (now != scene or key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}):
                self._room.show(now)

    def dropEvent(self, event: QDropEvent) -> None:
        """Request the place between two other scenes; the list itself changes nothing."""
        row, y = self.currentRow(), event.position().y()
        others = (other for other in range(self.count()) if other != row)
        above = (self.visualItemRect(self.item(other)).center().y() < y for other in others)
        place = sum(above)
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        scene = self._scene_at(row)
        if scene is not None:
            self._room.move(scene, place)

    def _scene_at(self, row: int) -> int | None:
        return self._titles[row][0] if 0 <= row < len(self._titles) else None


class SceneSide(Themed, QWidget):
    """Scenes above the note of the current one; made anew for another theme or language."""

    def __init__(self, theme: Theme, room: SceneHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._room = theme, room
        self._current: int | None = None
        self.list, self.note = SceneList(room), NoteEditor()
        self.nothing = placeholder(wraps=True)
        self.fold_button, self.edit_button = QPushButton(), QPushButton()
        self.buttons = {name: QPushButton() for name in ("add", "update", "duplicate", "delete")}
        self._arrange()
        self._say()
        self._connect()
        self.set_theme(theme)
        self.set_snapshot(ScenesSnapshot())

    def set_snapshot(self, snapshot: ScenesSnapshot) -> None:
        if snapshot.current != self._current:
            self.note.set_editing(False)
        self._current, there = snapshot.current, snapshot.current is not None
        self.list.set_snapshot(snapshot)
        self.note.set_note(snapshot.note)
        self.nothing.setVisible(not snapshot.titles)
        self._parts.setVisible(bool(snapshot.titles))
        self.edit_button.setEnabled(there)
        for name, button in self.buttons.items():
            button.setEnabled(name in snapshot.can)

    def edit_title(self) -> None:
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.editItem(self.list.currentItem())

    def edit_note(self) -> None:
        self.note.set_editing(True)
        self.note.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _arrange(self) -> None:
        head = filled(QHBoxLayout(), (text_label("title", self.tr("Scenes")), 1), self.fold_button)
        self._row = filled(QHBoxLayout(), *self.buttons.values())
        self._row.addStretch(1)
        below = QWidget()
        title = text_label("title", self.tr("Note"))
        note_head = filled(QHBoxLayout(), (title, 1), self.edit_button)
        self._note_rows = filled(QVBoxLayout(below), note_head, (self.note, 1))
        self._parts = QSplitter(Qt.Orientation.Vertical)
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.list)
        self._parts.addWidget(below)
        self._rows = filled(QVBoxLayout(self), head, self._row, self.nothing, (self._parts, 1))
        self._rows.addStretch(0)

    def _say(self) -> None:
        tips = {
            "add": (self.tr("Add"), self.tr("Bookmark what is on screen as a scene (Ctrl+N)")),
            "update": (
                self.tr("Update"),
                self.tr("Replace the current scene by what is on screen (Shift+F6)"),
            ),
        }
        icons = {
            "duplicate": self.tr("Duplicate the scene (Ctrl+Alt+N)"),
            "delete": self.tr("Delete the scene"),
        }
        for name, (text, tip) in tips.items():
            say(self.buttons[name], text, tip)
            self.buttons[name].setProperty("compact", True)
        say(self.edit_button, self.tr("Edit note"), self.tr("Write the note in Markdown (Ctrl+F6)"))
        self.edit_button.setProperty("segment", True)
        self.edit_button.setCheckable(True)
        icons["fold"] = self.tr("Hide the list of scenes (F6)")
        for name, tip in icons.items():
            button = self.buttons.get(name, self.fold_button)
            button.setProperty("flat_icon", True)
            button.setAccessibleName(tip)
            button.setToolTip(tool_tip(tip))
        self.note.view.setAccessibleName(self.tr("Note of the scene"))
        self.note.view.setPlaceholderText(self.tr("No note"))
        self.note.text.setAccessibleName(self.tr("Note of the scene in Markdown"))
        self.nothing.setText(
            self.tr(
                "A scene keeps what is on screen: sentence, branch, step, tab, head, options. "
                "Page Up and Page Down show one scene after the other."
            )
        )

    def _connect(self) -> None:
        room = self._room
        self.buttons["add"].clicked.connect(room.add)
        self.fold_button.clicked.connect(room.fold)
        does: dict[str, Callable[[int], None]] = {
            "update": room.update,
            "duplicate": room.duplicate,
            "delete": room.delete,
        }
        for name, do in does.items():
            self.buttons[name].clicked.connect(lambda _=False, do=do: self._on_current(do))
        self.note.typed.connect(lambda note: self._on_current(lambda now: room.note(now, note)))
        self.note.editing_changed.connect(self.edit_button.setChecked)
        self.edit_button.clicked.connect(self._on_edit)

    def _on_current(self, do: Callable[[int], None]) -> None:
        if self._current is not None:
            do(self._current)

    @Slot(bool)
    def _on_edit(self, editing: bool) -> None:
        if editing:
            self.edit_note()
        else:
            self.note.set_editing(False)

    def _apply_theme(self) -> None:
        theme, unit = self.theme, self.theme.unit
        shapes: dict[str, Shape] = {"duplicate": "copy", "delete": "bin"}
        self.note.text.document().setDocumentMargin(2 * unit)
        for rows in (self._rows, self._note_rows):
            rows.setSpacing(2 * unit)
        self._note_rows.setContentsMargins(0, 2 * unit, 0, 0)
        self._row.setSpacing(unit)
        for name, shape in shapes.items():
            self.buttons[name].setIcon(themed_icon(shape, theme))
        self.fold_button.setIcon(themed_icon("close", theme))
        for button in (*self.buttons.values(), self.fold_button):
            button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        self.setStyleSheet(
            Template(STYLE_SHEET).substitute(
                panel=theme.panel,
                line=theme.line,
                text=theme.text,
                accent=theme.accent,
                tint=mixed(theme.panel, theme.accent, share=0.12),
                radius=theme.small_radius,
                unit=unit,
            )
        )
