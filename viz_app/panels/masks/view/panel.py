"""The mask tab: a batch, the stages of a mask, masks to edit, a row without keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.masks import MASK_NAMES
from viz_app.design.theme import Theme
from viz_app.panels.masks import room as masks_room
from viz_app.panels.masks.pictures import stages
from viz_app.panels.masks.pictures.masks import Masks, MaskSpot
from viz_app.panels.masks.pictures.token_rows import (
    BETWEEN,
    MOST_ROWS,
    TOKEN_LINE,
    TokenRows,
    Translations,
    translations_picture,
)
from viz_app.panels.masks.room import (
    STAGES,
    VIEWS,
    ChangeShown,
    MasksPart,
    MasksShown,
    MasksState,
    RowsShown,
    StepsShown,
)
from viz_app.panels.masks.view.batch import BatchPart, SentenceChoice
from viz_app.texts.interventions import left_out_sentence
from viz_app.texts.labels import text_page
from viz_app.widgets.choosers import CalmCombo, HeadChoice, KindPills, Segments
from viz_app.widgets.layout import (
    FlowRow,
    filled,
    framed,
    name_parts,
    placeholder,
    scrolled,
    text_label,
)
from viz_app.widgets.lesson_page import FormulaView, LessonTab
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.room import RoomHandle
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

# -------------------------------------------------------------------------------------- steps part


class PositionsView(QWidget):
    """The first stage: one or two blocks of token rows, each under its caption."""

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self._pick_sentence = room.does(masks_room.sentence_picked)
        self._shown: StepsShown | None = None
        self.blocks = tuple(
            PictureView(theme, of=TokenRows, picks=True, margin=0) for _ in ("queries", "keys")
        )
        self._captions = tuple(text_label("small") for _ in self.blocks)
        unit = theme.unit
        pairs = zip(self._captions, self.blocks, strict=True)
        margins = (4 * unit, 2 * unit, 4 * unit, 4 * unit)
        rows = filled(QVBoxLayout(self), *chain(*pairs), spacing=2 * unit, margins=margins)
        rows.addStretch(1)
        for block in self.blocks:
            block.setAccessibleName(translate("masks", "The batch"))
            block.picked.connect(self._pick)

    def set_shown(self, shown: StepsShown) -> None:
        self._shown, parts = shown, stages.position_rows(shown)
        for index, (caption, block) in enumerate(zip(self._captions, self.blocks, strict=True)):
            caption.setVisible(index < len(parts))
            block.setVisible(index < len(parts))
            if index < len(parts):
                words, rows = parts[index]
                caption.setText(words)
                block.set_picture(rows)
                block.setFixedHeight(block.sizeHint().height())

    def _pick(self, cell: Cell) -> None:
        # The lines are rows of the record, except for a causal mask, which is of one sentence.
        shown = self._shown
        if shown is not None and shown.mask != "causal":
            self._pick_sentence(shown.rows.index(cell.row))


class StepsPart(QWidget):
    """One mask of one sentence, built in four stages."""

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self.masks = Segments(theme, names=MASK_NAMES, texts=_mask_texts)
        self.stages = Segments(theme, names=STAGES, texts=_stage_texts)
        self.sentences, self.head = SentenceChoice(room), HeadChoice(theme, kinds=None)
        self.padded = QCheckBox(self.tr("Mask padded queries too"))
        self.padded.setToolTip(self.tr("As in some programs: padding rows then have no keys"))
        self.positions = PositionsView(theme, room)
        self.tiles = PictureView(theme, of=Masks, picks=True)
        self.tiles.setAccessibleName(translate("masks", "Masks"))
        self.formula, self.caption = FormulaView(theme, "masks_valid"), text_label(wraps=True)
        self._waiting, self._pages = placeholder(), QStackedWidget()
        self._waiting.setText(self.tr("Reading the head's scores…"))
        frame, unit = QFrame(), theme.unit
        frame.setProperty("panel", True)
        above = FlowRow(self.masks, self.sentences, self.padded, spacing=3 * unit)
        below = FlowRow(self.stages, self.head, spacing=3 * unit)
        filled(QVBoxLayout(self), above, below, (frame, 1), spacing=3 * unit)
        self._area = scrolled(self.positions)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for page in (self._area, self.tiles, self._waiting):
            self._pages.addWidget(page)
        sides = (4 * unit, 0, 4 * unit, 0)
        words = filled(
            QHBoxLayout(), self.formula, (self.caption, 1), spacing=6 * unit, margins=sides
        )
        inside = (1, 3 * unit, 1, 1)
        filled(QVBoxLayout(frame), words, (self._pages, 1), spacing=unit, margins=inside)
        pick_stage, mask_padded = room.does(masks_room.stage_picked), room.sets("padded_queries")
        self.masks.picked.connect(room.sets("mask"))
        self.stages.picked.connect(lambda name: pick_stage(STAGES.index(name)))
        self.padded.clicked.connect(lambda on: mask_padded("masked" if on else "kept"))
        self.head.head_picked.connect(room.does(masks_room.head_picked))

    def set_shown(self, shown: StepsShown) -> None:
        self.masks.set_current(shown.mask)
        self.stages.set_current(shown.stage_name)
        self.sentences.show_sentences(shown)
        self.padded.setChecked(shown.padded_queries == "masked")
        self.padded.setEnabled(shown.mask != "causal")
        self.head.show_place(shown.place)
        self.head.setVisible(shown.stage_name == "applied")
        self.formula.set_formula(stages.stage_formula(shown))
        self.caption.setText(stages.stage_caption(shown))
        if shown.stage_name == "positions":
            self.positions.set_shown(shown)
            self._pages.setCurrentWidget(self._area)
            return
        picture = stages.stage_picture(shown, _mask_texts()[shown.mask][0])
        self.tiles.set_picture(picture)
        self._pages.setCurrentWidget(self._waiting if picture is None else self.tiles)


def _mask_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "source": (
            translate("StepsPart", "Source padding"),
            translate("StepsPart", "The mask of the encoder's self-attention"),
        ),
        "causal": (
            translate("StepsPart", "Causal"),
            translate("StepsPart", "No token attends to later tokens"),
        ),
        "target": (
            translate("StepsPart", "Target"),
            translate("StepsPart", "Causal and padding: the mask of the decoder's self-attention"),
        ),
        "cross": (
            translate("StepsPart", "Cross"),
            translate("StepsPart", "Target tokens do not attend to source padding"),
        ),
    }


def _stage_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "positions": (
            translate("StepsPart", "1 Valid positions"),
            translate("StepsPart", "Positions that hold a token"),
        ),
        "matrix": (
            translate("StepsPart", "2 Matrix"),
            translate("StepsPart", "Which query may attend to which key"),
        ),
        "inverted": (
            translate("StepsPart", "3 Inverted"),
            translate("StepsPart", "The same mask as True and False, and as 0 and −∞"),
        ),
        "applied": (
            translate("StepsPart", "4 Applied"),
            translate("StepsPart", "Added to the scores of a head, then softmax"),
        ),
    }


# ------------------------------------------------------------------------------------- change part


class TranslationView(PictureView):
    """Two translations; its height is that of their rows in its width, at most two of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, of=Translations)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows, unit = 1, self.theme.unit
        if isinstance(self.picture, Translations):
            layout = self.picture.placed(self.picture_rect(), self.theme)
            rows = min(len(layout.tops), MOST_ROWS)
        height = rows * 2 * TOKEN_LINE * unit + (rows - 1) * BETWEEN * unit
        return QSize(self.scaled(400, 0).width(), height + 4 * unit)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(200, 0).width(), (2 * TOKEN_LINE + 4) * self.theme.unit)


class ChangePart(QWidget):
    """The mask of one kind, and the effect of flipping its cells."""

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self._shown: ChangeShown | None = None
        self._flip_cell = room.does(masks_room.cell_flipped)
        self._drop_edits = room.does(masks_room.edits_dropped)
        self.head = HeadChoice(theme, kinds=KindPills(theme))
        self.back = QPushButton(self.tr("Back to the real masks"))
        self.back.setToolTip(self.tr("Undo every flipped cell of all three masks"))
        self.back.setProperty("segment", True)
        self.verdict = text_label(wraps=True)
        self.tiles = PictureView(theme, of=Masks, picks=True)
        self.translation = TranslationView(theme)
        frame, unit = QFrame(), theme.unit
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.verdict.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        # room for two lines: the pictures stay where they are when the words get longer
        self.verdict.setMinimumHeight(round(2 * 1.4 * theme.body))
        frame.setProperty("panel", True)
        inside = (1, 2 * unit, 1, 1)
        filled(QVBoxLayout(frame), self.verdict, self.translation, spacing=0, margins=inside)
        tools = FlowRow(self.head, self.back, spacing=3 * unit)
        filled(QVBoxLayout(self), tools, (framed(self.tiles), 1), frame, spacing=3 * unit)
        self.head.head_picked.connect(room.does(masks_room.head_picked))
        self.back.clicked.connect(self._drop)
        self.tiles.picked.connect(self._flip)

    def set_shown(self, shown: ChangeShown) -> None:
        self._shown = shown
        self.head.show_place(shown.place)
        self.back.setEnabled(bool(shown.edits))
        self.translation.set_picture(translations_picture(shown.original, shown.altered))
        self.tiles.set_picture(stages.change_picture(shown))
        self.verdict.setText(stages.verdict(shown))

    def _drop(self) -> None:
        # The button is disabled and would lose the focus.
        self.tiles.setFocus()
        self._drop_edits()

    def _flip(self, spot: MaskSpot) -> None:
        if self._shown is not None and spot.mask == 0:
            self._flip_cell(self._shown.place.kind, spot.cell)


# --------------------------------------------------------------------------------------- rows part


class RowsPart(QWidget):
    """One row of scores through three rules; its keys can be given back one by one."""

    def __init__(self, theme: Theme, room: RoomHandle[MasksState]) -> None:
        super().__init__()
        self._mask_keys = room.does(masks_room.keys_masked)
        flip_key = room.does(masks_room.key_flipped)
        self.head = HeadChoice(theme, kinds=KindPills(theme))
        self.sentences, self.query = SentenceChoice(room), CalmCombo(characters=9)
        self.mask_all = QPushButton(self.tr("Mask all keys"))
        self.table = PictureView(theme, of=stages.RuledRows, picks=True)
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
        self.head.head_picked.connect(room.does(masks_room.head_picked))
        self.query.activated.connect(room.does(masks_room.row_picked))
        self.table.picked.connect(lambda cell: flip_key(cell.column))
        self.mask_all.clicked.connect(self._mask_all)

    def set_shown(self, shown: RowsShown) -> None:
        self.head.show_place(shown.place)
        self.sentences.show_sentences(shown)
        names = [f"{index + 1} · {name}" for index, name in enumerate(stages.query_names(shown))]
        self.query.show_entries(names, shown.row)
        self.mask_all.setEnabled(bool(shown.allowed))
        self.table.set_picture(stages.rows_picture(shown))
        self._pages.setCurrentIndex(0 if shown.anatomy is not None else 1)

    def _mask_all(self) -> None:
        # The button is disabled and would lose the focus.
        self.table.setFocus()
        self._mask_keys()


# ------------------------------------------------------------------------------------------- panel


_PARTS = {"batch": BatchPart, "steps": StepsPart, "change": ChangePart, "rows": RowsPart}


class MasksTab(LessonTab):
    """Shows one part at a time, with the text that explains it."""

    def __init__(
        self, theme: Theme, room: RoomHandle[MasksState], parent: QWidget | None = None
    ) -> None:
        self._stack = QStackedWidget()
        super().__init__(
            theme, content=self._stack, lesson=partial(text_page, "masks-batch"), parent=parent
        )
        self.theme, self._room = theme, room
        self._view: MasksPart = "batch"
        self.views = Segments(theme, names=VIEWS, texts=_view_texts)
        self._parts: dict[MasksPart, Any] = {}
        self.lesson_page.tools.addWidget(self.views)
        self.lesson_page.tools.addStretch(1)
        self.views.picked.connect(room.sets("view"))
        self._placeholder.setText(self.tr("Type a sentence to see its masks."))

    def part(self, view: MasksPart) -> Any:
        """A part of the tab, created at its first use."""
        if view not in self._parts:
            self._parts[view] = part = _PARTS[view](self.theme, self._room)
            name_parts(part, f"masks-{view}")
            self._stack.addWidget(part)
        return self._parts[view]

    def _show(self, snapshot: MasksShown) -> None:
        if snapshot.view != self._view:
            self._view = snapshot.view
            self.lesson_page.text.set_lesson(partial(text_page, f"masks-{snapshot.view}"))
        self.views.set_current(snapshot.view)
        self.lesson_page.show_remark(left_out_sentence() if snapshot.left_out else "")
        part = self.part(snapshot.view)
        part.set_shown(snapshot)
        self._stack.setCurrentWidget(part)


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
