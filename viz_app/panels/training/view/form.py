"""The training form: corpus, duration or settings, device."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.runs.presets import PRESETS, TIME_PRESETS, TimePreset
from model.text.tasks import TASKS
from viz_app.design.theme import Theme
from viz_app.panels.training import changes
from viz_app.panels.training.pictures import estimate_sentence, parameters_text
from viz_app.panels.training.runs.pictures import preset_text, task_offer
from viz_app.panels.training.snapshot import FormSnapshot
from viz_app.panels.training.state import (
    Configuration,
    TrainingHandle,
    TrainingRequest,
    configured,
)
from viz_app.panels.training.view.configuration import ConfigurationForm
from viz_app.texts.labels import message_text, tool_tip, without_mnemonic
from viz_app.widgets.choosers import CalmCombo, DeviceChooser, Segments, set_tab_order
from viz_app.widgets.file_dialogs import ask_corpus
from viz_app.widgets.layout import filled, name_parts, scrolled, text_label

translate = QCoreApplication.translate


class TaskCombo(CalmCombo):
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
        if self.findData(task) < 0:
            self.insertItem(0, task_offer(task), task)
        self._shown = self.findData(task)
        self.setCurrentIndex(self._shown)

    @Slot(int)
    def _on_activated(self, row: int) -> None:
        if row != self.count() - 1:
            self.task_picked.emit(self.itemData(row))
            return
        self.setCurrentIndex(self._shown)
        chosen = ask_corpus(self)
        if chosen is not None:
            self.task_picked.emit(chosen)


class SizeCombo(CalmCombo):
    """The presets by size; item data is the name. None is chosen for the user's own settings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        size = self.tr("{layers} layers, {heads} heads, width {width}")
        for preset in PRESETS.values():
            text = size.format(
                layers=preset.model.n_layers,
                heads=preset.model.n_heads,
                width=preset.model.d_model,
            )
            self.addItem(f"{preset_text(preset.name)} · {text}", preset.name)
        self.setPlaceholderText(self.tr("custom"))


class TimeChoice(Segments):
    """Three buttons of equal width; none is checked for the user's own settings."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, names=TIME_PRESETS, texts=_time_texts, parent=parent)
        self._row.setSpacing(theme.unit // 2)  # closer than usual, so that three long words fit
        for name in TIME_PRESETS:
            policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self.button(name).setSizePolicy(policy)
        self.set_time(None)

    def set_time(self, name: TimePreset | None) -> None:
        if name is not None:
            self.set_current(name)
            return
        group = self.button(TIME_PRESETS[0]).group()
        group.setExclusive(False)
        for button in group.buttons():
            button.setChecked(False)
        group.setExclusive(True)


def _time_texts() -> dict[str, tuple[str, str]]:
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


class FormFoot(QWidget):
    """What is left out of the corpus, how long the run will take or what is wrong; the start."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence, self.left_out, self.problem = (
            text_label(role, wraps=True, parent=self) for role in ("", "warning", "danger")
        )
        self.start = QPushButton(self.tr("Start"), self)
        self.start.setObjectName("start-training")
        self.start.setAccessibleName(self.tr("Start"))
        self.start.setProperty("primary", True)
        parts = self.left_out, self.sentence, self.problem, self.start
        filled(QVBoxLayout(self), *parts, spacing=3 * theme.unit)

    def set_snapshot(self, snapshot: FormSnapshot, wrong: str) -> None:
        """Show the estimate, or ``wrong``, the errors of the form."""
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


HIGH = 760
"""In a form as high as this, in px at 100 %, the configuration is open from the start."""


class TrainingForm(QWidget):
    """Edits a :class:`TrainingRequest`.

    A changed request is reported as soon as it is valid, as far as the form knows.
    """

    def __init__(self, theme: Theme, room: TrainingHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._train, self._ask = theme, room.train, room.does(changes.request_made)
        self._snapshot = FormSnapshot()
        self._request = self._snapshot.request
        self._chosen = False
        self.task, self.presets = TaskCombo(self), TimeChoice(theme, self)
        self.device, self.preset = DeviceChooser(self), SizeCombo(self)
        self.fold, self.parameters = QPushButton(self), text_label("small", parent=self)
        self._content = QWidget(self)
        self.configuration = ConfigurationForm(theme, self._content)
        name_parts(self.configuration, "training-form")
        self.foot = FormFoot(theme, self)
        self.fold.setProperty("compact", True)
        self.fold.setCheckable(True)
        self.parameters.setToolTip(self.tr("Number of parameters"))
        self.setFocusProxy(self.task)
        self._arrange()
        self.task.task_picked.connect(
            lambda task: self._take(changes.with_task(self._request, task))
        )
        self.presets.picked.connect(lambda name: self._take(changes.with_time(self._request, name)))
        self.device.device_picked.connect(self._on_device)
        self.preset.activated.connect(
            lambda _: self._take(changes.with_size(self._request, self.preset.currentData()))
        )
        self.fold.toggled.connect(self._on_fold)
        self.configuration.edited.connect(self._on_edited)
        self.start.clicked.connect(self._on_start)
        self._show_request(None)
        self._show_answer()
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

    def showEvent(self, event: QShowEvent) -> None:
        # QScrollArea puts its content last in the tab order.
        super().showEvent(event)
        times = self.presets.findChildren(QPushButton)
        fields = self.configuration.fields.values()
        set_tab_order((self.task, self.device, *times, self.fold, self.preset, *fields, self.start))

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

    def _arrange(self) -> None:
        area = scrolled(self._content)  # still empty: each new parent costs
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        unit, gap, grid = self.theme.unit, 3 * self.theme.unit, QGridLayout()
        filled(QVBoxLayout(self), (area, 1), self.foot, spacing=gap)
        task_tip = self.tr("What the model learns; you can also drop a file on the window")
        size_tip = self.tr("How large the model is, and how it is trained")
        self._size_label = self._label(self.preset, self.tr("Si&ze"), size_tip)
        grid.addWidget(self._label(self.task, self.tr("Tas&k"), task_tip), 0, 0)
        grid.addWidget(self.task, 0, 1)
        grid.addWidget(self._label(self.device, self.tr("Dev&ice"), self.device.toolTip()), 1, 0)
        grid.addWidget(self.device, 1, 1)
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(2 * unit)
        grid.setHorizontalSpacing(gap)
        fold_row = filled(QHBoxLayout(), self.fold, self.parameters)
        fold_row.insertStretch(1, 1)
        size_row = filled(QHBoxLayout(), self._size_label, (self.preset, 1))
        parts = grid, self.presets, fold_row, size_row, self.configuration
        margins = (0, 0, unit // 2, 0)
        self._inner = filled(QVBoxLayout(self._content), *parts, spacing=gap, margins=margins)
        self._inner.addStretch(1)

    def _label(self, field: QWidget, text: str, tip: str) -> QLabel:
        """Give a field its name and tool tip; returns the label beside it."""
        label = text_label(parent=self)
        label.setText(text)
        label.setBuddy(field)
        field.setToolTip(tool_tip(tip))
        field.setAccessibleName(without_mnemonic(text))
        return label

    def _show_request(self, before: TrainingRequest | None) -> None:
        request = self._request
        self.task.set_task(request.task)
        self.device.set_device(request.device)
        self.presets.set_time(changes.time_name(request.preset))
        size = changes.size_name(request)
        self.preset.setCurrentIndex(-1 if size is None else self.preset.findData(size))
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
            self._ask(request)

    @Slot(str)
    def _on_device(self, device: str) -> None:
        request = dataclasses.replace(self._request, device=device)
        before, self._request = self._request, request
        if request != before:
            self._ask(request)

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
            self._ask(self._request)

    @Slot(bool)
    def _on_fold(self, is_open: bool) -> None:
        self._chosen = True
        self._unfold(is_open=is_open)

    def _unfold(self, *, is_open: bool) -> None:
        with QSignalBlocker(self.fold):
            self.fold.setChecked(is_open)
        for part in (self.configuration, self.preset, self._size_label):
            part.setVisible(is_open)
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
            self._train(request)
