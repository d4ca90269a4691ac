"""The settings of a model and of its training, checked while they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from model.config import Activation, ModelConfig, Norm, NormType, Precision
from model.runs.presets import NEW_POSITIONS, Schedule
from model.special_tokens import Level
from viz_app.design.theme import Theme
from viz_app.panels.training.runs.pictures import choice_text, field_texts
from viz_app.panels.training.state import (
    FieldProblem,
    TrainingRequest,
    Typed,
    read_value,
    typed_value,
)
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import StepKeys, text_label
from viz_app.widgets.lesson_page import show_typeset
from viz_app.widgets.themed import Themed, Translated

Field = QLineEdit | QSpinBox | CalmCombo | QCheckBox

CHOICES: dict[str, tuple[Typed, ...]] = {
    "norm": get_args(Norm),
    "norm_type": get_args(NormType),
    "final_norm": ("", True, False),
    "positions": NEW_POSITIONS,
    "activation": get_args(Activation),
    "schedule": get_args(Schedule),
    "precision": get_args(Precision),
    "level": get_args(Level),
}
BOXES = (
    *("gated", "biases", "tie_embeddings", "share_embeddings", "output_bias"),
    *("embedding_norm", "scaled_embedding", "scaled_scores", "lowercase"),
)
ONLY_RELATIVE = ("relative_buckets", "relative_distance")
"""Settings of relative positions only."""

MODEL = (
    "n_layers",
    "n_heads",
    "encoder_layers",
    "decoder_layers",
    "d_model",
    "d_ff",
    "d_kv",
    "dropout",
    "norm",
    "norm_type",
    "final_norm",
    "activation",
    "positions",
    "max_len",
    *ONLY_RELATIVE,
    "gated",
    "biases",
    "tie_embeddings",
    "share_embeddings",
    "scaled_embedding",
    "embedding_norm",
    "scaled_scores",
    "output_bias",
)
TRAINING = (
    "epochs",
    "batch_tokens",
    "learning_rate",
    "schedule",
    "warmup",
    "clip",
    "label_smoothing",
    "averaged",
    "patience",
    "scored_every",
    "precision",
    "level",
    "vocabulary",
    "seed",
    "lowercase",
)

MOST_SHOWN = 999_999
"""Largest number of epochs that can be typed; exceeds the valid range so that an error is shown."""

LONGEST_TEXT = 12
"""Characters of a number."""


class ConfigurationForm(Themed, Translated, QWidget):
    """Two groups of captioned fields.

    Signals:
        edited: the user has changed a field.
    """

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wrong: frozenset[str] = frozenset()
        self.fields: dict[str, Field] = {name: self._field(name) for name in (*MODEL, *TRAINING)}
        self._captions = {
            name: text_label(parent=self) for name in self.fields if name not in BOXES
        }
        self._titles = text_label(parent=self), text_label(parent=self)
        self._grids = QGridLayout(), QGridLayout()
        self._arrange()
        self.set_theme(theme)

    @property
    def epochs(self) -> QSpinBox:
        field = self.fields["epochs"]
        if not isinstance(field, QSpinBox):
            raise TypeError("epochs have a spin box")
        return field

    def typed(self) -> dict[str, Typed]:
        return {name: _typed(field) for name, field in self.fields.items()}

    def show_request(self, request: TrainingRequest, before: TrainingRequest | None = None) -> None:
        """Show the settings of a request.

        Given the previous request, only changed settings: fields with invalid or equivalent text
        remain as typed.
        """
        for name, field in self.fields.items():
            value = _value(request, name)
            if before is not None and _value(before, name) == value:
                continue
            if read_value(_typed(field)) != value:
                _show(field, typed_value(value))
        self._show_usual(request.model)

    def _show_usual(self, model: ModelConfig) -> None:
        """Show defaults as placeholders, and disable settings without effect."""
        usual = {**dict.fromkeys(("encoder_layers", "decoder_layers"), model.n_layers)}
        usual["d_kv"] = model.d_model // model.n_heads
        for name, number in usual.items():
            field = self.fields[name]
            if isinstance(field, QLineEdit):
                field.setPlaceholderText(str(number))
        for name in ONLY_RELATIVE:
            for part in (self.fields[name], self._captions[name]):
                part.setEnabled(model.positions == "relative")

    def show_problems(self, problems: Sequence[FieldProblem]) -> None:
        wrong = frozenset(name for problem in problems for name in problem.fields)
        changed, self._wrong = wrong ^ self._wrong, wrong
        for name in changed:
            self._mark(name, wrong=name in wrong)

    def wrong_fields(self) -> frozenset[str]:
        return self._wrong

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setSpacing(2 * unit)
        for grid in self._grids:
            grid.setHorizontalSpacing(3 * unit)
            grid.setVerticalSpacing(unit // 2)
        self.epochs.lineEdit().setTextMargins(2 * unit, 0, 0, 0)
        for name in self._wrong:
            self._mark(name, wrong=True)
        self._retranslate()

    def _retranslate(self) -> None:
        self._titles[0].setText(self.tr("Model"))
        self._titles[1].setText(self.tr("Training"))
        texts = field_texts()
        for name, field in self.fields.items():
            text, tip = texts[name]
            field.setAccessibleName(text)
            field.setToolTip(tool_tip(tip))
            if isinstance(field, QCheckBox):
                field.setText(text)
            else:
                self._show_caption(name, text)
                self._captions[name].setToolTip(tool_tip(tip))
            if isinstance(field, CalmCombo):
                for row in range(field.count()):
                    field.setItemText(row, choice_text(field.itemData(row)))

    def _arrange(self) -> None:
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        for title, grid, names in zip(self._titles, self._grids, (MODEL, TRAINING), strict=True):
            title.setProperty("role", "title")
            self._rows.addWidget(title)
            self._rows.addLayout(grid)
            for place, name in enumerate(names):
                self._place(grid, place, name)
            for column in (0, 1):
                grid.setColumnStretch(column, 1)

    def _place(self, grid: QGridLayout, place: int, name: str) -> None:
        row, column = divmod(place, 2)
        grid.addWidget(self.fields[name], 2 * row + 1, column)
        if name in self._captions:
            caption = self._captions[name]
            caption.setProperty("role", "small")
            caption.setBuddy(self.fields[name])
            grid.addWidget(caption, 2 * row, column)

    def _field(self, name: str) -> Field:
        if name in BOXES:
            box = QCheckBox(self)
            box.toggled.connect(self.edited)
            return box
        if name in CHOICES:
            combo = CalmCombo(self, characters=5)
            combo.setProperty("compact", True)
            for choice in CHOICES[name]:
                combo.addItem(str(choice), choice)
            combo.activated.connect(self.edited)
            return combo
        if name == "epochs":
            spin = QSpinBox(self, minimum=0, maximum=MOST_SHOWN)
            spin.setProperty("compact", True)
            spin.valueChanged.connect(self.edited)
            StepKeys(spin)
            return spin
        line = QLineEdit(self, maxLength=LONGEST_TEXT)
        line.setProperty("compact", True)
        line.textEdited.connect(self.edited)
        return line

    def _mark(self, name: str, *, wrong: bool) -> None:
        # Edge and caption become red.
        field = self.fields[name]
        edge = f"{type(field).__name__} {{ border: 2px solid {self.theme.danger}; }}"
        field.setStyleSheet(edge if wrong else "")
        caption = self._captions.get(name)
        if caption is not None:
            caption.setStyleSheet(f"color: {self.theme.danger};" if wrong else "")
            self._show_caption(name, caption.accessibleName())

    def _show_caption(self, name: str, text: str) -> None:
        theme, ink = self.theme, self.theme.danger if name in self._wrong else self.theme.soft_text
        show_typeset(self._captions[name], text, theme, size=theme.small, ink=ink)


def _value(request: TrainingRequest, name: str) -> object:
    return getattr(request.model if name in MODEL else request.training, name)


def _typed(field: Field) -> Typed:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, CalmCombo):
        data: Typed = field.currentData()
        return data
    return str(field.value()) if isinstance(field, QSpinBox) else field.text()


def _show(field: Field, typed: Typed) -> None:
    with QSignalBlocker(field):
        if isinstance(field, QCheckBox):
            field.setChecked(bool(typed))
        elif isinstance(field, CalmCombo):
            field.setCurrentIndex(field.findData(typed))
        elif isinstance(field, QSpinBox):
            field.setValue(int(typed))
        else:
            field.setText(str(typed))
