"""The mask tab: a batch, the stages of a mask, masks to edit, a row without keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures import stages
from viz_app.panels.masks.pictures.stages import MASK, change_pictures, change_sentence, query_names
from viz_app.panels.masks.pictures.texts import verdict
from viz_app.panels.masks.room import VIEWS, MasksPart
from viz_app.panels.masks.snapshot import ChangeShown, MasksSnapshot, RowsShown
from viz_app.panels.masks.view.batch import SentenceChoice
from viz_app.panels.masks.view.tiles import FlowRow, MasksIntents, TilesView, TranslationView
from viz_app.pictures.picture import moved
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import text_page
from viz_app.texts.sentences import head_title
from viz_app.texts.visible_token import visible
from viz_app.widgets.cells_view import LaidOut, Laying
from viz_app.widgets.choosers import CalmCombo, HeadChoice, KindPills, Segments
from viz_app.widgets.layout import filled, framed, name_parts, placeholder, text_label
from viz_app.widgets.lesson_page import LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------- change part
# Flip cells of a mask: scores, weights and the translation under it.


LINES = 2
"""Lines of text that always fit."""


class ChangePart(QWidget):
    """The mask of one kind, and the effect of flipping its cells."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self._shown: ChangeShown | None = None
        self.head = HeadChoice(theme, kinds=KindPills(theme))
        self.back = QPushButton(self.tr("Back to the real masks"))
        self.back.setToolTip(self.tr("Undo every flipped cell of all three masks"))
        self.verdict = text_label()
        self.tiles = TilesView(theme, clickable=True)
        self.translation = TranslationView(theme)
        self._arrange(theme)
        self.head.head_picked.connect(self.intents.head_picked)
        self.back.clicked.connect(self._drop)
        self.tiles.cell_picked.connect(self._flip)

    def set_shown(self, shown: ChangeShown) -> None:
        self._shown = shown
        self.head.show_place(shown.place)
        self.back.setEnabled(bool(shown.edits))
        self.translation.set_traces(shown.original, shown.altered)
        self._show_pictures(shown)

    def _arrange(self, theme: Theme) -> None:
        frame, unit = QFrame(), theme.unit
        self.back.setProperty("segment", True)
        self.verdict.setWordWrap(True)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.verdict.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        # room for two lines: the pictures stay where they are when the words get longer
        self.verdict.setMinimumHeight(round(LINES * 1.4 * theme.body))
        frame.setProperty("panel", True)
        inside = (1, 2 * unit, 1, 1)
        filled(QVBoxLayout(frame), self.verdict, self.translation, spacing=0, margins=inside)
        tools = FlowRow(self.head, self.back, spacing=3 * unit)
        filled(QVBoxLayout(self), tools, (framed(self.tiles), 1), frame, spacing=3 * unit)

    def _drop(self) -> None:
        # The button is disabled and would lose the focus.
        self.tiles.setFocus()
        self.intents.edits_dropped.emit()

    def _flip(self, picture: int, cell: Cell) -> None:
        if self._shown is not None and picture == MASK:
            self.intents.cell_flipped.emit(self._shown.place.kind, cell)

    def _show_pictures(self, shown: ChangeShown) -> None:
        place, pictures = shown.place, change_pictures(shown)
        self.tiles.extra_caption = (head_title(place.kind, layer=place.layer, head=place.head),)
        self.tiles.set_pictures(
            pictures, lambda picture, cell: change_sentence(shown, pictures[picture], cell)
        )
        self.verdict.setText(verdict(shown))


# ------------------------------------------------------------------------------------------- panel


translate = QCoreApplication.translate


class MasksTab(LessonTab):
    """Shows one part at a time, with the text that explains it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._stack = QStackedWidget()
        super().__init__(
            theme, content=self._stack, lesson=partial(text_page, "masks-batch"), parent=parent
        )
        self.theme = theme
        self.intents = MasksIntents(self)
        self._view: MasksPart = "batch"
        self.views = Segments(theme, names=VIEWS, texts=_view_texts)
        self._parts: dict[MasksPart, Any] = {}
        self.lesson_page.tools.addWidget(self.views)
        self.lesson_page.tools.addStretch(1)
        self.views.picked.connect(self.intents.view_picked)
        self._placeholder.setText(self.tr("Type a sentence to see its masks."))

    def part(self, view: MasksPart) -> Any:
        """A part of the tab, imported and created at its first use."""
        if view not in self._parts:
            self._parts[view] = _make_part(view, self.theme, self.intents)
            name_parts(self._parts[view], f"masks-{view}")
            self._stack.addWidget(self._parts[view])
        return self._parts[view]

    def _show(self, snapshot: MasksSnapshot) -> None:
        if snapshot.view != self._view:
            self._view = snapshot.view
            self.lesson_page.text.set_lesson(partial(text_page, f"masks-{snapshot.view}"))
        self.views.set_current(snapshot.view)
        part = self.part(snapshot.view)
        part.set_shown(snapshot.shown)
        self._stack.setCurrentWidget(part)


def _make_part(view: MasksPart, theme: Theme, intents: MasksIntents) -> Any:
    # Imported here: a part that is not in view does not delay the tab.
    if view == "batch":
        from viz_app.panels.masks.view.batch import BatchPart

        return BatchPart(theme, intents)
    if view == "steps":
        from viz_app.panels.masks.view.steps import StepsPart

        return StepsPart(theme, intents)
    if view == "change":
        return ChangePart(theme, intents)

    return RowsPart(theme, intents)


def _view_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "batch": (
            translate("MasksTab", "Batch"),
            translate("MasksTab", "A batch with padding, and its four masks"),
        ),
        "steps": (
            translate("MasksTab", "Step by step"),
            translate("MasksTab", "Build a mask: positions, matrix, inverted, applied"),
        ),
        "change": (
            translate("MasksTab", "Change a mask"),
            translate("MasksTab", "Flip cells and see scores, weights and the translation"),
        ),
        "rows": (
            translate("MasksTab", "Row without keys"),
            translate("MasksTab", "Effect of −∞, −10⁹ and zeros on a fully masked row"),
        ),
    }


# --------------------------------------------------------------------------------------- rows view
# The table of a query without keys, as a widget whose mask can be clicked.


_ENTERS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class RowsView(LaidOut[stages.RowsLayout], PictureView):
    """Three rules for one row; a key is flipped in the mask, or entered in any line."""

    natural, smallest = (900, 380), (400, 220)

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__(theme)
        self._intents = intents
        self._shown: RowsShown | None = None
        self._lines: tuple[stages.RowLine, ...] = ()
        self._cell: Cell | None = None
        self.setAccessibleName(self.tr("A row without keys under three rules"))

    def set_shown(self, shown: RowsShown) -> None:
        # The cursor stays while the keys are the same.
        before, self._shown = self._shown, shown
        self._lines, self._layout = stages.row_lines(shown), None
        if before is None or before.keys != shown.keys:
            self._cell = None
        self._describe()
        self.redraw()

    def still(self, theme: Theme) -> Laying[stages.RowsLayout] | None:
        shown, lines, rect = self._shown, self._lines, self.picture_rect()
        if shown is None or not lines:
            return None
        keys, glosses = shown.keys, shown.key_glosses
        return lambda painter: stages.paint_rows(painter, rect, lines, keys, theme, glosses=glosses)

    def shown_values(self) -> Tables:
        if self._shown is None or not self._lines:
            return ()
        keys, name = self._shown.keys, self.accessibleName()
        return (stages.rows_table(self._lines, keys, name=name),)

    def caption_parts(self) -> tuple[str, ...]:
        if self._shown is None:
            return super().caption_parts()
        place, row = self._shown.place, self._shown.row
        query = self.tr("query {number}: {token}").format(
            number=row + 1, token=visible(self._shown.queries[row])
        )
        head = head_title(place.kind, layer=place.layer, head=place.head)
        return (*super().caption_parts(), head, query)

    def cursor_rect(self) -> QRectF | None:
        if self._layout is None or self._cell is None:
            return None
        return self._layout.grid_of(self._cell.row).cell_rect(0, self._cell.column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTERS and self._cell is not None:
            self._intents.key_flipped.emit(self._cell.column)
            return
        cell = self._moved(event.key())
        if cell is None:
            super().keyPressEvent(event)
            return
        self._cell = cell
        self.show_ring()
        self.say(self._said(cell))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._layout.cell_at(event.position()) if self._layout else None
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._cell = cell
        if cell.row == 0:
            self._intents.key_flipped.emit(cell.column)

    def hover(self, point: QPointF) -> None:
        cell = self._layout.cell_at(point) if self._layout else None
        hand = cell is not None and cell.row == 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if cell is None or self._layout is None:
            self.hide_sentence()
            return
        area = self._layout.grid_of(cell.row).cell_rect(0, cell.column)
        self.show_sentence(self._said(cell), point.toPoint(), area)

    def resting_sentence(self) -> str:
        return self._said(self._cell) if self._cell is not None else ""

    def _moved(self, key: int) -> Cell | None:
        """Cell that a key leads to; headings are skipped."""
        if self._shown is None:
            return None
        rows = [number for number, line in enumerate(self._lines) if line.picture is not None]
        now = None if self._cell is None else Cell(rows.index(self._cell.row), self._cell.column)
        cell = moved(now, key, rows=len(rows), columns=len(self._shown.keys))
        return None if cell is None else Cell(rows[cell.row], cell.column)

    def _said(self, cell: Cell) -> str:
        if self._shown is None or cell.row >= len(self._lines):
            return ""
        return stages.rows_sentence(self._shown, self._lines[cell.row], cell.column)

    def _describe(self) -> None:
        if self._cell is not None:
            self.describe(self._said(self._cell))
            return
        headings = (line for line in self._lines if line.picture is None)
        self.describe(" ".join(f"{line.name}: {line.words}" for line in headings))


# --------------------------------------------------------------------------------------- rows part
# A query whose keys are all masked: what three rules make of its row.


class RowsPart(QWidget):
    """One row of scores through three rules; its keys can be given back one by one."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self.head = HeadChoice(theme, kinds=KindPills(theme))
        self.sentences, self.query = SentenceChoice(intents), CalmCombo(characters=9)
        self.mask_all = QPushButton(self.tr("Mask all keys"))
        self.table = RowsView(theme, intents)
        waiting, self._pages, space = placeholder(), QStackedWidget(), 3 * theme.unit
        waiting.setText(self.tr("Reading the head's scores…"))
        self.query.setProperty("compact", True)
        self.query.setAccessibleName(self.tr("Query"))
        self.query.setToolTip(self.tr("The query whose keys are masked"))
        self.mask_all.setProperty("segment", True)
        self.mask_all.setToolTip(self.tr("Mask every key of this query again"))
        self._pages.addWidget(framed(self.table))
        self._pages.addWidget(waiting)
        tools = FlowRow(self.head, self.sentences, self.query, self.mask_all, spacing=space)
        filled(QVBoxLayout(self), tools, (self._pages, 1), spacing=space)
        self.head.head_picked.connect(self.intents.head_picked)
        self.query.activated.connect(self.intents.row_picked)
        self.mask_all.clicked.connect(self._mask_all)

    def set_shown(self, shown: RowsShown) -> None:
        self.head.show_place(shown.place)
        self.sentences.show_sentences(shown.texts, shown.rows, shown.sentence)
        names = [f"{index + 1} · {name}" for index, name in enumerate(query_names(shown))]
        self.query.show_entries(names, shown.row)
        self.mask_all.setEnabled(bool(shown.allowed))
        self.table.set_shown(shown)
        self._pages.setCurrentIndex(0 if shown.anatomy is not None else 1)

    def _mask_all(self) -> None:
        # The button is disabled and would lose the focus.
        self.table.setFocus()
        self.intents.keys_masked.emit()
