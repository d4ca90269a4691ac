"""The page of the head by hand: numbers that are edited in place, puzzles, a start."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QEvent, QLocale, QPointF, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.lessons.by_hand import LARGEST, PUZZLE_NAMES, PUZZLES, HandCell, PuzzleName, may_mask
from viz_app.design.theme import Theme
from viz_app.panels.one_head.pictures.hand import HandPicture, hand_picture, origin_sentence
from viz_app.panels.one_head.room import (
    HandSnapshot,
    OneHeadState,
    hand_reset,
    head_taken,
    masking_set,
    puzzle_picked,
    value_moved,
    value_set,
)
from viz_app.storage.guide import TextPage
from viz_app.texts.labels import decimal_number, text_page
from viz_app.widgets.choosers import CalmCombo, say
from viz_app.widgets.layout import filled, framed, text_label
from viz_app.widgets.lesson_page import show_small_typeset
from viz_app.widgets.picture_view import NOTCH, PictureView
from viz_app.workbench.room import RoomHandle

STEP, FINE = 0.1, 0.01
"""Of a drag, a notch of the wheel or a key; with Shift held in a drag or while turning."""

_PARTS = (f"QDoubleSpinBox::{way}-{part}" for way in ("up", "down") for part in ("button", "arrow"))
BARE = f"{', '.join(_PARTS)} {{ width: 0; height: 0; image: none; }}"
"""Of the field in a cell, which has no room for more; without buttons Qt hides the text, too."""

_DONE = {Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter}

DRAGGED = 6.0
"""Of a step, in px at 100 %."""


def puzzle_page(puzzle: PuzzleName, *facts: str) -> TextPage:
    """Name, and task; with the facts *hint* and *solved* one more sentence each."""
    return text_page(f"one_head-hand-{puzzle}", *facts)


class HandView(PictureView):
    """Numbers are dragged, turned, stepped by Shift and an arrow, or typed.

    All changes of one gesture are one step of undo.
    """

    def __init__(self, theme: Theme, room: RoomHandle[OneHeadState]) -> None:
        super().__init__(theme, of=HandPicture, picks=True)
        self._set, self._move = room.does(value_set), room.does(value_moved)
        self._held: tuple[HandCell, float, float] | None = None
        self._begun: tuple[HandCell, float] | None = None
        self._before = 0.0
        self.editor = QDoubleSpinBox(self, decimals=2, minimum=-LARGEST, maximum=LARGEST)
        self.editor.setSingleStep(STEP)
        self.editor.setLocale(QLocale.c())
        self.editor.setStyleSheet(BARE)
        self.editor.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.editor.setAccessibleName(self.tr("Number"))
        self.editor.installEventFilter(self)
        self.editor.hide()
        self.editor.valueChanged.connect(self._on_typed)
        self.editor.editingFinished.connect(self.editor.hide)
        self.pointed.connect(self._on_pointed)
        self.picked.connect(self.edit)

    def shown_picture(self) -> HandPicture | None:
        picture = self.picture
        if not isinstance(picture, HandPicture):
            return None
        return dataclasses.replace(picture, traced=self._over)

    @Slot(object)
    def edit(self, cell: HandCell, typed: str = "") -> None:
        """Open the field of a number that may be changed; what was typed replaces it."""
        rect, picture = self.spots().rect(cell), self.picture
        if rect is None or not isinstance(picture, HandPicture) or not picture.can_pick(cell):
            return
        self._at, self._begun = cell, None
        with QSignalBlocker(self.editor):
            self.editor.setValue(picture.head.value(cell))
        self._before = picture.head.value(cell)
        self.editor.setGeometry(rect.toAlignedRect().adjusted(1, 1, 0, 0))
        self.editor.show()
        self.editor.setFocus()
        self.editor.selectAll()
        if typed:
            self.editor.lineEdit().insert(typed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.editor.hide()  # its cell is elsewhere

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.key() not in _DONE:
            return False
        if event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.editor.setValue(self._before)
            self.editor.hide()
            self.setFocus()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._editable(event.position())
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            self._at = self.spots().at(event.position())
            self.redraw()
            return
        self._at, self._begun = cell, None
        self._held = cell, event.position().x(), self._number(cell)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            super().mouseMoveEvent(event)
            return
        cell, start, value = self._held
        steps = int((event.position().x() - start) / (DRAGGED * self.theme.scale))
        self._change(cell, value + steps * _step(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self._editable(event.position())
        if cell is not None:
            self.edit(cell)

    def wheelEvent(self, event: QWheelEvent) -> None:
        cell = self._editable(event.position())
        if cell is None:
            super().wheelEvent(event)
            return
        # with Shift, some systems turn the wheel sideways
        angle = event.angleDelta().y() or event.angleDelta().x()
        self._change(cell, self._number(cell) + angle / NOTCH * _step(event))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cell, shift = self.cursor_spot(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        signs = {Qt.Key.Key_Up: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_Left: -1}
        sign = signs.get(Qt.Key(event.key())) if shift else None
        if cell is None or not isinstance(self.picture, HandPicture):
            super().keyPressEvent(event)
        elif sign is not None and self.picture.can_pick(cell):
            self._change(cell, self._number(cell) + sign * STEP)
        elif event.text() and event.text() in "0123456789.-":
            self.edit(cell, event.text())
        else:
            super().keyPressEvent(event)

    def hover(self, point: QPointF) -> None:
        super().hover(point)
        if self._editable(point) is not None:
            self.setCursor(Qt.CursorShape.SizeHorCursor)

    def _change(self, cell: HandCell, value: float) -> None:
        value = round(value, 2)
        if value == self._number(cell):
            return
        # further changes of a gesture are the same step, unless it was taken back
        goes_on = self._begun == (cell, self._number(cell))
        self._begun = cell, value
        (self._move if goes_on else self._set)(cell, value)
        if isinstance(self.picture, HandPicture) and not self.hovering:
            self.say(self.picture.say(cell))

    def _number(self, cell: HandCell) -> float:
        return self.picture.head.value(cell) if isinstance(self.picture, HandPicture) else 0.0

    def _editable(self, point: QPointF) -> HandCell | None:
        cell = self.spots().at(point)
        free = isinstance(self.picture, HandPicture) and cell and self.picture.can_pick(cell)
        return cell if free else None

    @Slot(float)
    def _on_typed(self, value: float) -> None:
        if isinstance(self._at, HandCell):
            self._change(self._at, value)

    @Slot(object)
    def _on_pointed(self, _cell: HandCell | None) -> None:
        self._begun = None
        self.redraw()


def _step(event: QMouseEvent | QWheelEvent) -> float:
    return FINE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else STEP


class HandPage(QWidget):
    """Puzzles, mask and start above the matrices."""

    def __init__(self, theme: Theme, room: RoomHandle[OneHeadState]) -> None:
        super().__init__()
        self.theme = theme
        self._snapshot: HandSnapshot | None = None
        self._pick, self.view = room.does(puzzle_picked), HandView(theme, room)
        self.puzzles, self.masking = CalmCombo(self, characters=16), QCheckBox()
        self.hint, self.take, self.reset = QPushButton(), QPushButton(), QPushButton()
        self.task, self.reached = (
            text_label(role, wraps=True, selectable=True) for role in ("title", "small")
        )
        self.reached.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.reached.setMinimumHeight(round(2.6 * theme.small))  # nothing moves when it wraps
        self.puzzles.setProperty("compact", True)
        self.puzzles.setAccessibleName(self.tr("Puzzle"))
        self.puzzles.setToolTip(self.tr("Puzzle to solve by changing a few numbers"))
        self.masking.setText(self.tr("Mask"))
        self.masking.setToolTip(self.tr("Hide keys from queries before the softmax"))
        say(self.hint, self.tr("Hint"), self.tr("Show or hide a hint for the puzzle"))
        take = self.tr("Use three telling rows of the selected trained head")
        say(self.take, self.tr("Start from this head"), take)
        say(self.reset, self.tr("Reset"), self.tr("Go back to the numbers of the start"))
        self.hint.setCheckable(True)
        for button in (self.hint, self.take, self.reset):
            button.setProperty("segment", True)
        line, words, gap = QHBoxLayout(), QVBoxLayout(), 2 * theme.unit
        filled(line, self.puzzles, self.hint, self.masking, spacing=gap).addStretch(1)
        filled(line, self.take, self.reset)
        filled(words, self.task, self.reached, spacing=theme.unit)
        filled(QVBoxLayout(self), line, words, (framed(self.view), 1), spacing=gap)
        self.puzzles.activated.connect(self._on_puzzle)
        self.hint.toggled.connect(self._tell)
        self.masking.clicked.connect(room.does(masking_set))
        self.take.clicked.connect(room.does(head_taken))
        self.reset.clicked.connect(room.does(hand_reset))

    def set_snapshot(self, snapshot: HandSnapshot) -> None:
        if self._snapshot is not None and snapshot.puzzle != self._snapshot.puzzle:
            self.hint.setChecked(False)
        self._snapshot = snapshot
        head, puzzle = snapshot.head, snapshot.puzzle
        names = (self.tr("No puzzle"), *(puzzle_page(name).title for name in PUZZLE_NAMES))
        chosen = 0 if puzzle is None else 1 + PUZZLE_NAMES.index(puzzle)
        self.puzzles.show_entries(names, chosen)
        self.hint.setHidden(puzzle is None)
        self.masking.setChecked(head.masked)
        self.masking.setEnabled(may_mask(puzzle))
        self.take.setEnabled(snapshot.can_take)
        self.reset.setEnabled(snapshot.can_reset)
        self.view.set_picture(hand_picture(head, puzzle))
        self._tell()

    @Slot()
    def _tell(self) -> None:
        """Task, and how far it is; without a puzzle, how to begin, and the start."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        puzzle = snapshot.puzzle
        if puzzle is None:
            self.task.setText(self.tr("Drag a number of Q, K or V sideways, or click it and type."))
            show_small_typeset(self.reached, origin_sentence(snapshot.head), self.theme)
            return
        record, goal = snapshot.record, PUZZLES[puzzle]
        facts = ("solved",) if goal.solved(record) else ("hint",) if self.hint.isChecked() else ()
        task, *more = puzzle_page(puzzle, *facts).body
        now = self.tr("Now: {value}").format(value=decimal_number(goal.measure(record)))
        mark = self.tr("✓ Solved") if "solved" in facts else now
        self.task.setText(task)
        show_small_typeset(self.reached, " · ".join((mark, *more)), self.theme)

    @Slot(int)
    def _on_puzzle(self, index: int) -> None:
        self._pick(PUZZLE_NAMES[index - 1] if index else None)
