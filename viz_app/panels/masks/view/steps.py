"""The construction of a mask, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from model.lessons.masks import MASK_NAMES
from viz_app.design.theme import Theme
from viz_app.panels.masks.pictures.stages import (
    position_rows,
    stage_pictures,
    stage_sentence,
    token_sentence,
)
from viz_app.panels.masks.room import STAGES
from viz_app.panels.masks.snapshot import StepsShown
from viz_app.panels.masks.view.batch import BatchView, SentenceChoice
from viz_app.panels.masks.view.tiles import FlowRow, MasksIntents, TilesView
from viz_app.texts.sentences import head_title
from viz_app.widgets.choosers import HeadChoice, Segments
from viz_app.widgets.layout import ScrolledArea, filled, placeholder, text_label
from viz_app.widgets.lesson_page import FormulaView

# ---------------------------------------------------------------------------------- positions view
# The first stage of a mask: rows of tokens with 1 and 0 under them.


BLOCKS = 2
"""Queries and keys."""


class PositionsView(ScrolledArea):
    """One or two blocks of rows, each under its caption."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self._intents = intents
        self._shown: StepsShown | None = None
        content, unit = QWidget(), theme.unit
        rows = QVBoxLayout(content)
        rows.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 4 * unit)
        rows.setSpacing(2 * unit)
        self.blocks = tuple(BatchView(theme) for _ in range(BLOCKS))
        self._captions = tuple(text_label("small") for _ in range(BLOCKS))
        for caption, block in zip(self._captions, self.blocks, strict=True):
            rows.addWidget(caption)
            rows.addWidget(block)
            block.sentence_clicked.connect(self._pick)
        rows.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self.viewport(), content):
            ground.setAutoFillBackground(False)

    def set_shown(self, shown: StepsShown) -> None:
        self._shown, parts = shown, position_rows(shown)
        for index, (caption, block) in enumerate(zip(self._captions, self.blocks, strict=True)):
            there = index < len(parts)
            caption.setVisible(there)
            block.setVisible(there)
            if not there:
                continue
            words, rows = parts[index]
            caption.setText(words)
            block.set_rows(rows, partial(token_sentence, rows))
            block.setFixedHeight(block.sizeHint().height())

    def _pick(self, line: int) -> None:
        # The lines are rows of the record, except for a causal mask, which is of one sentence.
        shown = self._shown
        if shown is not None and shown.mask != "causal":
            self._intents.sentence_picked.emit(shown.rows.index(line))


# -------------------------------------------------------------------------------------- steps part
# A mask in the making: valid positions, matrix, inverted, applied to a head's scores.


translate = QCoreApplication.translate


class StepsPart(QWidget):
    """One mask of one sentence, built in four stages."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self.masks = Segments(theme, names=MASK_NAMES, texts=_mask_texts)
        self.stages = Segments(theme, names=STAGES, texts=_stage_texts)
        self.sentences, self.head = SentenceChoice(intents), HeadChoice(theme, kinds=None)
        self.padded = QCheckBox(self.tr("Mask padded queries too"))
        self.padded.setToolTip(self.tr("As in some programs: padding rows then have no keys"))
        self.positions, self.tiles = PositionsView(theme, intents), TilesView(theme)
        self.formula, self.caption = FormulaView(theme, "masks_valid"), text_label()
        self._waiting, self._pages = placeholder(), QStackedWidget()
        self._waiting.setText(self.tr("Reading the head's scores…"))
        self._arrange(theme.unit)
        self.masks.picked.connect(intents.mask_picked)
        self.stages.picked.connect(lambda name: intents.stage_picked.emit(STAGES.index(name)))
        self.padded.clicked.connect(
            lambda on: intents.padded_queries_picked.emit("masked" if on else "kept")
        )
        self.head.head_picked.connect(intents.head_picked)

    def set_shown(self, shown: StepsShown) -> None:
        self.masks.set_current(shown.mask)
        self.stages.set_current(shown.stage_name)
        self.sentences.show_sentences(shown.texts, shown.rows, shown.sentence)
        self.padded.setChecked(shown.padded_queries == "masked")
        self.padded.setEnabled(shown.mask != "causal")
        self.head.show_place(shown.place)
        self.head.setVisible(shown.stage_name == "applied")
        self._show(shown)

    def _arrange(self, unit: int) -> None:
        frame = QFrame()
        frame.setProperty("panel", True)
        above = FlowRow(self.masks, self.sentences, self.padded, spacing=3 * unit)
        below = FlowRow(self.stages, self.head, spacing=3 * unit)
        filled(QVBoxLayout(self), above, below, (frame, 1), spacing=3 * unit)
        self.caption.setWordWrap(True)
        for page in (self.positions, self.tiles, self._waiting):
            self._pages.addWidget(page)
        sides = (4 * unit, 0, 4 * unit, 0)
        words = filled(
            QHBoxLayout(), self.formula, (self.caption, 1), spacing=6 * unit, margins=sides
        )
        inside = (1, 3 * unit, 1, 1)
        filled(QVBoxLayout(frame), words, (self._pages, 1), spacing=unit, margins=inside)

    def _show(self, shown: StepsShown) -> None:
        self.formula.set_formula(stage_formula(shown))
        self.caption.setText(stage_caption(shown))
        if shown.stage_name == "positions":
            self.positions.set_shown(shown)
            self._pages.setCurrentWidget(self.positions)
            return
        pictures = stage_pictures(shown)
        self.tiles.extra_caption = (self._mask_said(shown),)
        self.tiles.set_pictures(
            pictures, lambda picture, cell: stage_sentence(shown, pictures[picture], cell)
        )
        self._pages.setCurrentWidget(self.tiles if pictures else self._waiting)

    def _mask_said(self, shown: StepsShown) -> str:
        """Name of the mask or, at the stage where it is applied, of the head."""
        if shown.stage_name != "applied":
            return _mask_texts()[shown.mask][0]
        place = shown.place
        return head_title(place.kind, layer=place.layer, head=place.head)


def stage_formula(shown: StepsShown) -> str:
    """Name of the stage's formula."""
    stage = shown.stage_name
    if stage == "inverted":
        return "masks_additive"
    if stage == "applied":
        return "masks_applied"
    if shown.mask == "causal":
        return "masks_positions" if stage == "positions" else "masks_causal"
    if stage == "positions":
        return "masks_valid"
    rows = "keys" if shown.padded_queries == "kept" else "pairs"
    return f"masks_causal_{rows}" if shown.mask == "target" else f"masks_{rows}"


def stage_caption(shown: StepsShown) -> str:
    """What happens at the stage, and the effect of rows without a key."""
    words = _captions(shown)[shown.stage_name]
    if not shown.building.empty_rows[shown.sentence_row].any():
        return words
    empty = {
        "matrix": translate("masks", "Padding rows have no keys left."),
        "applied": translate(
            "masks", "Padding rows have no keys: their softmax is 0/0, which is NaN (not a number)."
        ),
    }
    more = empty.get(shown.stage_name, "")
    return f"{words} {more}" if more else words


def _captions(shown: StepsShown) -> dict[str, str]:
    title = head_title(shown.place.kind, layer=shown.place.layer, head=shown.place.head)
    shape = "[batch, query, key]"
    return {
        "positions": translate("masks", "Number the positions of the target.")
        if shown.mask == "causal"
        else translate("masks", "Find the positions that hold a token: [batch, length]."),
        "matrix": translate("masks", "Pair queries with keys: {shape}.").format(shape=shape),
        "inverted": translate("masks", "Three ways to write the same mask: {shape}.").format(
            shape=shape
        ),
        "applied": translate("masks", "{head}: add the mask to the scores, then softmax.").format(
            head=title
        ),
    }


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
