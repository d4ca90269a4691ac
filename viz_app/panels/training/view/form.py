"""The training form: corpus, duration or settings, device."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.runs.presets import PRESETS, TIME_PRESETS, Preset, TimePreset
from model.text.tasks import TASKS
from viz_app.design.theme import Theme
from viz_app.panels.training import changes as choices
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.pictures import estimate_sentence, parameters_text
from viz_app.panels.training.runs.pictures import preset_text, task_offer
from viz_app.panels.training.snapshot import FormSnapshot
from viz_app.panels.training.state import Configuration, TrainingRequest, configured
from viz_app.panels.training.view.configuration import ConfigurationForm
from viz_app.texts.labels import message_text, tool_tip, without_mnemonic
from viz_app.widgets.choosers import CalmCombo, DeviceChooser, Segments, set_tab_order
from viz_app.widgets.file_dialogs import ask_corpus
from viz_app.widgets.layout import filled, name_parts, scrolled, text_label
from viz_app.widgets.themed import Themed, Translated

# ------------------------------------------------------------------------------------ form choices
# What the form offers: a task of ours or files, a size with its training, a time.


translate = QCoreApplication.translate


class TaskCombo(Translated, CalmCombo):
    """The tasks, then “File…”; item data is the task of a request.

    Signals:
        task_picked: name of a task, or files.
    """

    task_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = 0
        for name in TASKS:
            self.addItem(task_offer(name), name)
        self.insertSeparator(self.count())
        self.addItem(self.tr("File…"))
        self.activated.connect(self._on_activated)

    def set_task(self, task: str) -> None:
        """Show a task; files that are not listed yet are inserted first."""
        with QSignalBlocker(self):
            if self.findData(task) < 0:
                self.insertItem(0, task_offer(task), task)
            self._shown = self.findData(task)
            self.setCurrentIndex(self._shown)

    def _retranslate(self) -> None:
        for row in range(self.count() - 2):
            self.setItemText(row, task_offer(self.itemData(row)))
        self.setItemText(self.count() - 1, self.tr("File…"))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        if row != self.count() - 1:
            self.task_picked.emit(self.itemData(row))
            return
        with QSignalBlocker(self):
            self.setCurrentIndex(self._shown)
        chosen = ask_corpus(self)
        if chosen is not None:
            self.task_picked.emit(chosen)


class SizeCombo(Translated, CalmCombo):
    """The presets by size; item data is the name, or None for the user's own settings.

    Signals:
        size_picked: name of a preset.
    """

    size_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for preset in PRESETS.values():
            self.addItem(_text(preset), preset.name)
        self.set_size(None)
        self.activated.connect(self._on_activated)
        self._retranslate()

    def set_size(self, name: str | None) -> None:
        """Show a preset; None for the user's own settings."""
        with QSignalBlocker(self):
            self.setCurrentIndex(-1 if name is None else self.findData(name))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("custom"))
        for row, preset in enumerate(PRESETS.values()):
            self.setItemText(row, _text(preset))

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        self.size_picked.emit(self.itemData(row))


def _text(preset: Preset) -> str:
    size = translate("SizeCombo", "{layers} layers, {heads} heads, width {width}").format(
        layers=preset.model.n_layers, heads=preset.model.n_heads, width=preset.model.d_model
    )
    return f"{preset_text(preset.name)} · {size}"


class TimeChoice(Segments):
    """Three buttons of equal width; none is checked for the user's own settings."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, names=TIME_PRESETS, texts=_texts, parent=parent)
        for name in TIME_PRESETS:
            policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.button(name).setSizePolicy(policy)
        self.set_time(None)

    def set_theme(self, theme: Theme) -> None:
        # Closer spacing than usual, so that three long words fit.
        super().set_theme(theme)
        self._row.setSpacing(theme.unit // 2)

    def set_time(self, name: TimePreset | None) -> None:
        if name is not None:
            self.set_current(name)
            return
        group = self.button(TIME_PRESETS[0]).group()
        group.setExclusive(False)
        for button in group.buttons():
            button.setChecked(False)
        group.setExclusive(True)


def _texts() -> dict[str, tuple[str, str]]:
    return {
        "one-minute": (
            translate("TimeChoice", "One minute"),
            translate("TimeChoice", "What this machine can learn in a minute"),
        ),
        "ten-minutes": (
            translate("TimeChoice", "Ten minutes"),
            translate("TimeChoice", "What this machine can learn in ten minutes"),
        ),
        "overnight": (
            translate("TimeChoice", "Overnight"),
            translate("TimeChoice", "What this machine can learn overnight, if it needs that long"),
        ),
    }


# --------------------------------------------------------------------------------------- form foot
# The end of the form: what is left out, how long it will take, what is wrong; the start.


class FormFoot(Themed, Translated, QWidget):
    """A sentence and a button.

    Signals:
        start_requested: the button was pressed.
    """

    start_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot, self._wrong = FormSnapshot(), ""
        self.sentence, self.left_out, self.problem = (text_label(parent=self) for _ in range(3))
        self.start = QPushButton(self)
        self.start.setObjectName("start-training")
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.start.clicked.connect(self.start_requested)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: FormSnapshot, wrong: str) -> None:
        """Show the estimate, or ``wrong``, the errors of the form."""
        self._snapshot, self._wrong = snapshot, wrong
        problem = wrong or (message_text(snapshot.problem) if snapshot.problem else "")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.sentence.setText("" if problem else estimate_sentence(snapshot))
        self.sentence.setVisible(not problem)
        self.left_out.setText(message_text(snapshot.left_out) if snapshot.left_out else "")
        self.left_out.setVisible(snapshot.left_out is not None)
        self.start.setEnabled(not wrong and not snapshot.active and not snapshot.too_large)
        self.start.setToolTip(
            self.tr("A model is being trained: stop it first, or wait")
            if snapshot.active
            else self.tr("Start training")
        )

    def _apply_theme(self) -> None:
        self._rows.setSpacing(3 * self.theme.unit)

    def _retranslate(self) -> None:
        self.start.setText(self.tr("Start"))
        self.start.setAccessibleName(self.tr("Start"))
        self.set_snapshot(self._snapshot, self._wrong)

    def _arrange(self) -> None:
        self.problem.setProperty("role", "danger")
        self.left_out.setProperty("role", "warning")
        self.start.setProperty("primary", True)
        self._rows.setContentsMargins(0, 0, 0, 0)
        for label in (self.left_out, self.sentence, self.problem):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            self._rows.addWidget(label)
        self._rows.addWidget(self.start)


# ----------------------------------------------------------------------------------- training form


HIGH = 760
"""In a form as high as this, in px at 100 %, the configuration is open from the start."""


class TrainingForm(Themed, Translated, QWidget):
    """Edits a :class:`TrainingRequest`.

    A changed request is reported as soon as it is valid, as far as the form knows.
    """

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = FormSnapshot()
        self._request = self._snapshot.request
        self._chosen = False
        self.task, self.presets = TaskCombo(self), TimeChoice(theme, self)
        self.device, self.preset = DeviceChooser(self), SizeCombo(self)
        self.fold, self.parameters = QPushButton(self), text_label(parent=self)
        self._content = QWidget(self)
        self.configuration = ConfigurationForm(theme, self._content)
        name_parts(self.configuration, "training-form")
        self.foot = FormFoot(theme, self)
        self._labels = {field: text_label(parent=self) for field in self._fields()}
        self.setFocusProxy(self.task)
        self._arrange()
        self._connect()
        self._show_request(None)
        self.set_theme(theme)
        self._retranslate()
        self._unfold(is_open=False)

    @property
    def start(self) -> QPushButton:
        return self.foot.start

    def request(self) -> TrainingRequest | None:
        """The request of the form; None while a field is wrong."""
        return None if self._configured().problems else self._request

    def narrowest(self) -> int:
        """Least width in px without clipping, with all sections open and a scroll bar."""
        margins = self._inner.contentsMargins()
        numbers = self.configuration.minimumSizeHint().width()
        opened = numbers + margins.left() + margins.right()
        return max(self._content.minimumSizeHint().width(), opened) + 2 * self.theme.unit

    def set_snapshot(self, snapshot: FormSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if snapshot == old:
            return
        if snapshot.request != self._request:
            before, self._request = self._request, snapshot.request
            self._show_request(before)
        self._show_answer()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._grid.setVerticalSpacing(2 * unit)
        self._grid.setHorizontalSpacing(3 * unit)
        for rows in (self._rows, self._inner):
            rows.setSpacing(3 * unit)
        self._inner.setContentsMargins(0, 0, unit // 2, 0)
        for view in self._content.findChildren(QWidget):
            view.updateGeometry()  # what is folded away would keep the size that it had before

    def showEvent(self, event: QShowEvent) -> None:
        # QScrollArea puts its content last in the tab order.
        super().showEvent(event)
        self._order()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # In a high form the configuration is open until the user closes it.
        super().resizeEvent(event)
        if not self._chosen:
            self._unfold(is_open=self.height() >= HIGH * self.theme.scale)

    def view_state(self) -> tuple[bool, bool]:
        return self._chosen, self.fold.isChecked()

    def set_view_state(self, state: tuple[bool, bool], *, same: bool) -> None:
        self._chosen, is_open = state
        if self._chosen:
            self._unfold(is_open=is_open)

    def _order(self) -> None:
        times = self.presets.findChildren(QPushButton)
        fields = self.configuration.fields.values()
        order = (self.task, self.device, *times, self.fold, self.preset, *fields, self.start)
        set_tab_order(order)

    def _retranslate(self) -> None:
        texts = {
            "task": (
                self.tr("Tas&k"),
                self.tr("What the model learns; you can also drop a file on the window"),
            ),
            "device": (self.tr("Dev&ice"), self.device.toolTip()),
            "preset": (self.tr("Si&ze"), self.tr("How large the model is, and how it is trained")),
        }
        for field, widget in self._fields().items():
            text, tip = texts[field]
            self._labels[field].setText(text)
            widget.setToolTip(tool_tip(tip))
            widget.setAccessibleName(without_mnemonic(text))
        self.parameters.setToolTip(self.tr("Number of parameters"))
        self._show_fold()
        self._show_answer()

    def _fields(self) -> dict[str, QWidget]:
        return {"task": self.task, "device": self.device, "preset": self.preset}

    def _arrange(self) -> None:
        self.parameters.setProperty("role", "small")
        self.fold.setProperty("compact", True)
        self.fold.setCheckable(True)
        self._grid = QGridLayout()
        self._inner, self._rows = QVBoxLayout(self._content), QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        area = scrolled(self._content)  # still empty: each new parent costs
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows.addWidget(area, 1)
        self._rows.addWidget(self.foot)
        self._grid.setColumnStretch(1, 1)
        for row, field in enumerate(("task", "device")):
            widget = self._fields()[field]
            self._labels[field].setBuddy(widget)
            self._grid.addWidget(self._labels[field], row, 0)
            self._grid.addWidget(widget, row, 1)
        self._inner.addLayout(self._grid)
        self._inner.addWidget(self.presets)
        fold_row = filled(QHBoxLayout(), self.fold, self.parameters)
        fold_row.insertStretch(1, 1)
        self._inner.addLayout(fold_row)
        self._labels["preset"].setBuddy(self.preset)
        self._inner.addLayout(filled(QHBoxLayout(), self._labels["preset"], (self.preset, 1)))
        self._inner.addWidget(self.configuration)
        self._inner.addStretch(1)

    def _connect(self) -> None:
        self.task.task_picked.connect(
            lambda task: self._take(choices.with_task(self._request, task))
        )
        self.presets.picked.connect(self._on_time)
        self.device.device_picked.connect(self._on_device)
        self.preset.size_picked.connect(
            lambda name: self._take(choices.with_size(self._request, name))
        )
        self.fold.toggled.connect(self._on_fold)
        self.configuration.edited.connect(self._on_edited)
        self.foot.start_requested.connect(self._on_start)

    def _show_request(self, before: TrainingRequest | None) -> None:
        request = self._request
        self.task.set_task(request.task)
        self.device.set_device(request.device)
        self.presets.set_time(choices.time_name(request.preset))
        self.preset.set_size(choices.size_name(request))
        self.configuration.show_request(request, before)

    def _show_answer(self) -> None:
        found = self._configured().problems
        self.configuration.show_problems(found)
        wrong = " ".join(message_text(problem.message) for problem in found)
        self.foot.set_snapshot(self._snapshot, wrong)
        self.parameters.setText(parameters_text(None if wrong else self._snapshot.n_parameters))

    def _configured(self) -> Configuration:
        request = self._request
        typed = self.configuration.typed()
        return configured(typed, model=request.model, training=request.training)

    def _take(self, request: TrainingRequest) -> None:
        # The form shows the whole request, and reports it if it has changed.
        before, self._request = self._request, request
        self._show_request(None)
        self._show_answer()
        if request != before:
            self._intents.request_changed.emit(request)

    @Slot(str)
    def _on_time(self, name: str) -> None:
        preset = choices.time_name(name)
        if preset is not None:
            self._take(choices.with_time(self._request, preset))

    @Slot(str)
    def _on_device(self, device: str) -> None:
        request = dataclasses.replace(self._request, device=device)
        before, self._request = self._request, request
        if request != before:
            self._intents.request_changed.emit(request)

    @Slot()
    def _on_edited(self) -> None:
        found = self._configured()
        changed = (found.model, found.training) != (self._request.model, self._request.training)
        if not found.problems and changed:
            self._request = dataclasses.replace(
                self._request, preset="", model=found.model, training=found.training
            )
            self._show_request(self._request)
        self._show_answer()
        if not found.problems and changed:
            self._intents.request_changed.emit(self._request)

    @Slot(bool)
    def _on_fold(self, is_open: bool) -> None:
        self._chosen = True
        self._unfold(is_open=is_open)

    def _unfold(self, *, is_open: bool) -> None:
        with QSignalBlocker(self.fold):
            self.fold.setChecked(is_open)
        for part in (self.configuration, self.preset, self._labels["preset"]):
            part.setVisible(is_open)
        self._show_fold()

    def _show_fold(self) -> None:
        is_open = self.fold.isChecked()
        name = self.tr("Configuration")
        self.fold.setText(f"{'▾' if is_open else '▸'}  {name}")
        self.fold.setAccessibleName(name)
        self.fold.setToolTip(
            self.tr("Hide model and training settings")
            if is_open
            else self.tr("Show model and training settings")
        )

    @Slot()
    def _on_start(self) -> None:
        request = self.request()
        if request is not None:
            self._intents.training_requested.emit(request)
