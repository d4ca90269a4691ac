"""The settings of a model and of its training, checked while they are typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from model.values import Described, FieldText, captions_of, described
from viz_app.design.theme import Theme
from viz_app.panels.training.runs.pictures import choice_text, setting_texts
from viz_app.panels.training.state import (
    FieldProblem,
    TrainingRequest,
    Typed,
    read_value,
    typed_value,
)
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import StepKeys, filled, text_label
from viz_app.widgets.lesson_page import show_typeset

Field = QLineEdit | QSpinBox | CalmCombo | QCheckBox

ONLY_RELATIVE = ("relative_buckets", "relative_distance")
"""Settings of relative positions only."""

MOST_SHOWN = 999_999
"""Largest number of epochs that can be typed; exceeds the valid range so that an error is shown."""

LONGEST_TEXT = 12
"""Characters of a number."""


class ConfigurationForm(QWidget):
    """Two groups of captioned fields.

    Signals:
        edited: the user has changed a field.
    """

    edited = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        model: type[ModelConfig] = ModelConfig,
        training: type[TrainingConfig] = TrainingConfig,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self._wrong: frozenset[str] = frozenset()
        self._parts = {"model": _in_form(model), "training": _in_form(training)}
        self.fields: dict[str, Field] = {}
        self._captions: dict[str, QLabel] = {}
        known = {**described(model), **described(training)}
        texts = {"model": self.tr("Model"), "training": self.tr("Training")}
        rows = filled(QVBoxLayout(self), spacing=2 * theme.unit)
        for part, settings in self._parts.items():
            title, grid = text_label("title", parent=self), QGridLayout()
            title.setText(texts[part])
            rows.addWidget(title)
            rows.addLayout(grid)
            grid.setHorizontalSpacing(3 * theme.unit)
            grid.setVerticalSpacing(theme.unit // 2)
            for column in (0, 1):
                grid.setColumnStretch(column, 1)
            for place, (name, setting) in enumerate(settings.items()):
                self._add_field(known[name], setting_texts(setting), grid, *divmod(place, 2))
        self.epochs.lineEdit().setTextMargins(2 * theme.unit, 0, 0, 0)

    @property
    def epochs(self) -> QSpinBox:
        field = self.fields["epochs"]
        if not isinstance(field, QSpinBox):
            raise TypeError("epochs have a spin box")
        return field

    def typed(self) -> dict[str, Typed]:
        return {name: _typed(field) for name, field in self.fields.items()}

    def show_request(self, request: TrainingRequest, before: TrainingRequest | None = None) -> None:
        """Show the settings of a request, and what holds where a field is empty.

        Given the previous request, only changed settings: fields with invalid or equivalent text
        remain as typed. Settings without effect are disabled.
        """
        model = request.model
        usual = dict.fromkeys(("encoder_layers", "decoder_layers"), model.n_layers)
        usual["d_kv"] = model.d_model // model.n_heads
        for part, rows in self._parts.items():
            old, new = getattr(before, part, None), getattr(request, part)
            for name in rows:
                value, field = getattr(new, name), self.fields[name]
                if old is not None and getattr(old, name) == value:
                    continue
                if read_value(_typed(field)) != value:
                    _show(field, typed_value(value))
        for name, number in usual.items():
            field = self.fields[name]
            if isinstance(field, QLineEdit):
                field.setPlaceholderText(str(number))
        for name in ONLY_RELATIVE:
            for widget in (self.fields[name], self._captions[name]):
                widget.setEnabled(model.positions == "relative")

    def show_problems(self, problems: Sequence[FieldProblem]) -> None:
        """Give the fields that are wrong a red edge and a red caption."""
        wrong = frozenset(name for problem in problems for name in problem.fields)
        changed, self._wrong = wrong ^ self._wrong, wrong
        for name in changed:
            field, caption, red = self.fields[name], self._captions.get(name), self.theme.danger
            edge = f"{type(field).__name__} {{ border: 2px solid {red}; }}"
            field.setStyleSheet(edge if name in wrong else "")
            if caption is not None:
                caption.setStyleSheet(f"color: {red};" if name in wrong else "")
                self._show_caption(name, caption.accessibleName())

    def wrong_fields(self) -> frozenset[str]:
        return self._wrong

    def _add_field(
        self, setting: Described, texts: tuple[str, str], grid: QGridLayout, row: int, column: int
    ) -> None:
        name, (text, tip) = setting.name, texts
        self.fields[name] = field = self._field(setting)
        field.setAccessibleName(text)
        field.setToolTip(tool_tip(tip))
        grid.addWidget(field, 2 * row + 1, column)
        if isinstance(field, QCheckBox):
            field.setText(text)
            return
        self._captions[name] = caption = text_label("small", parent=self)
        caption.setToolTip(tool_tip(tip))
        caption.setBuddy(field)
        self._show_caption(name, text)
        grid.addWidget(caption, 2 * row, column)

    def _field(self, setting: Described) -> Field:
        choices = _choices(setting)
        if choices:
            combo = CalmCombo(self, characters=5)
            combo.setProperty("compact", True)
            for choice in choices:
                combo.addItem(choice_text(choice), choice)
            combo.activated.connect(self.edited)
            return combo
        if setting.kind is bool:
            box = QCheckBox(self)
            box.toggled.connect(self.edited)
            return box
        if setting.name == "epochs":
            spin = QSpinBox(self, minimum=0, maximum=MOST_SHOWN)
            spin.setProperty("compact", True)
            spin.valueChanged.connect(self.edited)
            StepKeys(spin)
            return spin
        line = QLineEdit(self, maxLength=LONGEST_TEXT)
        line.setProperty("compact", True)
        line.textEdited.connect(self.edited)
        return line

    def _show_caption(self, name: str, text: str) -> None:
        theme, ink = self.theme, self.theme.danger if name in self._wrong else self.theme.soft_text
        show_typeset(self._captions[name], text, theme, size=theme.small, ink=ink)


def _in_form(part: type) -> dict[str, FieldText]:
    return {name: setting for name, setting in captions_of(part).items() if setting.in_form}


def _choices(field: Described) -> tuple[Typed, ...]:
    if field.kind is bool and field.optional:
        return ("", True, False)
    note = field.note(FieldText)
    return note.offered if note and note.offered else field.choices


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
