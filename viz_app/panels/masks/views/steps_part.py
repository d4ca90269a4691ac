"""A mask in the making: valid positions, matrix, inverted, applied to a head's scores."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.lessons.masks.building import MASK_NAMES
from viz_app.design.theme import Theme
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.painting.stage_pictures import stage_pictures, stage_sentence
from viz_app.panels.masks.shown import StepsShown
from viz_app.panels.masks.state import STAGES
from viz_app.panels.masks.views.flow_row import FlowRow
from viz_app.panels.masks.views.positions_view import PositionsView
from viz_app.panels.masks.views.sentence_choice import SentenceChoice
from viz_app.panels.masks.views.tiles_view import TilesView
from viz_app.texts.sentences import head_title
from viz_app.widgets.filled import filled
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.head_choice import HeadChoice
from viz_app.widgets.labels import placeholder, text_label
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

translate = QCoreApplication.translate


class StepsPart(Themed, Translated, QWidget):
    """One mask of one sentence, built in four stages."""

    def __init__(self, theme: Theme, intents: MasksIntents) -> None:
        super().__init__()
        self.intents = intents
        self._shown: StepsShown | None = None
        self.masks = Segments(theme, names=MASK_NAMES, texts=_mask_texts)
        self.stages = Segments(theme, names=STAGES, texts=_stage_texts)
        self.sentences, self.head = SentenceChoice(intents), HeadChoice(theme, kinds=None)
        self.padded = QCheckBox()
        self.positions, self.tiles = PositionsView(theme, intents), TilesView(theme)
        self.formula, self.caption = FormulaView(theme, "masks_valid"), text_label()
        self._waiting, self._pages, self._frame = placeholder(), QStackedWidget(), QFrame()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_shown(self, shown: StepsShown) -> None:
        """Show a mask in the making."""
        self._shown = shown
        self.masks.set_current(shown.mask)
        self.stages.set_current(shown.stage_name)
        self.sentences.show_sentences(shown.texts, shown.rows, shown.sentence)
        self.padded.setChecked(shown.padded_queries == "masked")
        self.padded.setEnabled(shown.mask != "causal")
        self.head.show_place(shown.place)
        self.head.setVisible(shown.stage_name == "applied")
        self._show()

    def _dress(self) -> None:
        unit = self.theme.unit
        for layout in (*self._tools, self._column):
            layout.setSpacing(3 * unit)
        self._inner.setContentsMargins(1, 3 * unit, 1, 1)
        self._inner.setSpacing(unit)
        self._words.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        self._words.setSpacing(6 * unit)

    def _arrange(self) -> None:
        self._tools = (FlowRow(), FlowRow())
        for row, widgets in zip(
            self._tools,
            ((self.stages, self.head), (self.masks, self.sentences, self.padded)),
            strict=True,
        ):
            for widget in widgets:
                row.addWidget(widget)
        above, below = self._tools[1], self._tools[0]
        self._column = filled(QVBoxLayout(self), above, below, (self._frame, 1))
        self._arrange_picture()

    def _arrange_picture(self) -> None:
        self._frame.setProperty("panel", True)
        self.caption.setWordWrap(True)
        for page in (self.positions, self.tiles, self._waiting):
            self._pages.addWidget(page)
        self._words = filled(QHBoxLayout(), self.formula, (self.caption, 1))
        self._inner = filled(QVBoxLayout(self._frame), self._words, (self._pages, 1))

    def _connect(self) -> None:
        intents = self.intents
        self.masks.picked.connect(intents.mask_picked)
        self.stages.picked.connect(lambda name: intents.stage_picked.emit(STAGES.index(name)))
        self.padded.clicked.connect(
            lambda on: intents.padded_queries_picked.emit("masked" if on else "kept")
        )
        self.head.head_picked.connect(intents.head_picked)

    def _show(self) -> None:
        shown = self._shown
        if shown is None:
            return
        self.formula.set_formula(stage_formula(shown))
        self.caption.setText(stage_caption(shown))
        if shown.stage_name == "positions":
            self.positions.set_shown(shown)
            self._pages.setCurrentWidget(self.positions)
            return
        pictures = stage_pictures(shown)
        self.tiles.said_too = (self._mask_said(shown),)
        self.tiles.set_pictures(
            pictures, lambda picture, cell: stage_sentence(shown, pictures[picture], cell)
        )
        self._pages.setCurrentWidget(self.tiles if pictures else self._waiting)

    def _mask_said(self, shown: StepsShown) -> str:
        """Which mask is built; where it is applied, to which head."""
        if shown.stage_name != "applied":
            return _mask_texts()[shown.mask][0]
        place = shown.place
        return head_title(place.kind, layer=place.layer, head=place.head)

    def _retranslate(self) -> None:
        self.padded.setText(self.tr("Mask padded queries too"))
        self.padded.setToolTip(
            self.tr("As some programs do: rows of padding are left without a key")
        )
        self._waiting.setText(self.tr("Reading the head's scores…"))
        self._show()


def stage_formula(shown: StepsShown) -> str:
    """The name of the stage's formula."""
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
    """What happens here, and where rows are left without a key, what comes of that."""
    words = _captions(shown)[shown.stage_name]
    if not shown.building.empty_rows[shown.sentence_row].any():
        return words
    empty = {
        "matrix": translate("masks", "Rows of padding have no key left."),
        "applied": translate(
            "masks", "Rows of padding have no key: their softmax is 0/0, which is not a number."
        ),
    }
    more = empty.get(shown.stage_name, "")
    return f"{words} {more}" if more else words


def _captions(shown: StepsShown) -> dict[str, str]:
    title = head_title(shown.place.kind, layer=shown.place.layer, head=shown.place.head)
    shape = "[batch, query, key]"
    return {
        "positions": translate("masks", "Number the places of the target.")
        if shown.mask == "causal"
        else translate("masks", "Find the places that hold a token: [batch, length]."),
        "matrix": translate("masks", "Put queries against keys: {shape}.").format(shape=shape),
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
            translate("StepsPart", "No token attends to one that comes after it"),
        ),
        "target": (
            translate("StepsPart", "Target"),
            translate("StepsPart", "Causal and padding: the mask of the decoder's self-attention"),
        ),
        "cross": (
            translate("StepsPart", "Cross"),
            translate("StepsPart", "Target tokens attend to no source padding"),
        ),
    }


def _stage_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "positions": (
            translate("StepsPart", "1 Valid positions"),
            translate("StepsPart", "Which places hold a token"),
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
            translate("StepsPart", "Added to the scores of a head, and their softmax"),
        ),
    }
