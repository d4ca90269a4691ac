"""What to train: corpus, time or numbers, device."""

from __future__ import annotations

import dataclasses
from operator import attrgetter

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme
from viz_app.panels.training.changes import estimating as choices
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.snapshot.panel import FormSnapshot
from viz_app.panels.training.state.configuration import Configuration, configured
from viz_app.panels.training.state.training import TrainingRequest
from viz_app.panels.training.texts.form import parameters_text
from viz_app.panels.training.views.configuration_form import ConfigurationForm
from viz_app.panels.training.views.form_choices import SizeCombo, TaskCombo, TimeChoice
from viz_app.panels.training.views.form_foot import FormFoot
from viz_app.texts.message_text import message_text
from viz_app.texts.token_text import tool_tip
from viz_app.texts.without_mnemonic import without_mnemonic
from viz_app.widgets.buttons import set_tab_order
from viz_app.widgets.device_chooser import DeviceChooser
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.window_turns import in_turn

HIGH = 760
"""In a form as high as this, in px at 100 %, the configuration is open from the start."""

_COMPLETE = attrgetter("configuration")


class TrainingForm(Themed, Translated, QWidget):
    """Makes a :class:`TrainingRequest`.

    It tells another request than before as soon as that can be trained, as far as it knows.

    Signals:
        completed: the configuration, which is made in a turn of its own, is there too.
    """

    completed = Signal()

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        """What a form asks for at first."""
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = FormSnapshot()
        self._request = self._snapshot.request
        self._chosen = False
        self.task, self.presets = TaskCombo(self), TimeChoice(theme, self)
        self.device, self.preset = DeviceChooser(self), SizeCombo(self)
        self.fold, self.parameters = QPushButton(self), text_label(parent=self)
        self._configuration: ConfigurationForm | None = None
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
    def configuration(self) -> ConfigurationForm:
        """The numbers of model and training; who asks for them earlier makes them."""
        if self._configuration is None:
            self._configuration = made = ConfigurationForm(self.theme, self._content)
            made.edited.connect(self._on_edited)
            made.show_request(self._request)
            self._inner.insertWidget(self._inner.count() - 1, made)
            made.setVisible(self.fold.isChecked())
            self._order()
            self.completed.emit()
        return self._configuration

    @property
    def start(self) -> QPushButton:
        """The one thing to do here."""
        return self.foot.start

    def request(self) -> TrainingRequest | None:
        """What the form asks for, or None while something in it is wrong."""
        return None if self._configured().problems else self._request

    def narrowest(self) -> int:
        """Px that it needs so that nothing is cut off, open, with a scroll bar beside it."""
        margins = self._inner.contentsMargins()
        numbers = self._configuration.minimumSizeHint().width() if self._configuration else 0
        opened = numbers + margins.left() + margins.right()
        return max(self._content.minimumSizeHint().width(), opened) + 2 * self.theme.unit

    def set_snapshot(self, snapshot: FormSnapshot) -> None:
        """Show choices, request and estimate; shows, never modifies state."""
        old, self._snapshot = self._snapshot, snapshot
        if snapshot == old:
            return
        if snapshot.request != self._request:
            before, self._request = self._request, snapshot.request
            self._show_request(before)
        self._show_answer()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._grid.setVerticalSpacing(2 * unit)
        self._grid.setHorizontalSpacing(3 * unit)
        for rows in (self._rows, self._inner):
            rows.setSpacing(3 * unit)
        self._inner.setContentsMargins(0, 0, unit // 2, 0)
        for view in self._content.findChildren(QWidget):
            view.updateGeometry()  # what is folded away would keep the size that it had before

    def showEvent(self, event: QShowEvent) -> None:
        """Tab goes as one reads: the scroll area has put its content behind everything else."""
        super().showEvent(event)
        self._order()
        in_turn(self, _COMPLETE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room, the configuration is open until the user closes it."""
        super().resizeEvent(event)
        if not self._chosen:
            self._unfold(is_open=self.height() >= HIGH * self.theme.scale)

    def _order(self) -> None:
        times = self.presets.findChildren(QPushButton)
        fields = self._configuration.fields.values() if self._configuration else ()
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
        self.parameters.setToolTip(self.tr("Numbers that are trained"))
        self._show_fold()
        self._show_answer()

    def _fields(self) -> dict[str, QWidget]:
        return {"task": self.task, "device": self.device, "preset": self.preset}

    def _arrange(self) -> None:
        self.parameters.setProperty("role", "small")
        self.fold.setProperty("compact", True)
        self.fold.setCheckable(True)
        self._content, self._grid = QWidget(self), QGridLayout()
        self._inner, self._rows = QVBoxLayout(self._content), QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        area = scrolled(self._content)  # still empty: each new parent costs
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows.addWidget(area, 1)
        self._rows.addWidget(self.foot)
        self._grid.setColumnStretch(1, 1)
        for row, field in enumerate(("task", "device")):
            self._place(row, field)
        self._inner.addLayout(self._grid)
        self._inner.addWidget(self.presets)
        self._inner.addLayout(self._fold_row())
        self._inner.addLayout(self._size_row())
        self._inner.addStretch(1)

    def _fold_row(self) -> QHBoxLayout:
        row = filled(QHBoxLayout(), self.fold, self.parameters)
        row.insertStretch(1, 1)
        return row

    def _size_row(self) -> QHBoxLayout:
        self._labels["preset"].setBuddy(self.preset)
        return filled(QHBoxLayout(), self._labels["preset"], (self.preset, 1))

    def _place(self, row: int, field: str) -> None:
        widget = self._fields()[field]
        self._labels[field].setBuddy(widget)
        self._grid.addWidget(self._labels[field], row, 0)
        self._grid.addWidget(widget, row, 1)

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
        self.foot.start_requested.connect(self._on_start)

    def _show_request(self, before: TrainingRequest | None) -> None:
        request = self._request
        self.task.set_task(request.task)
        self.device.set_device(request.device)
        self.presets.set_time(choices.time_name(request.preset))
        self.preset.set_size(choices.size_name(request))
        if self._configuration is not None:
            self._configuration.show_request(request, before)

    def _show_answer(self) -> None:
        """What is wrong, or how long it will take."""
        found = self._configured().problems
        if self._configuration is not None:
            self._configuration.show_problems(found)
        wrong = " ".join(message_text(problem.message) for problem in found)
        self.foot.set_snapshot(self._snapshot, wrong)
        self.parameters.setText(parameters_text(None if wrong else self._snapshot.n_parameters))

    def _configured(self) -> Configuration:
        request = self._request
        typed = self._configuration.typed() if self._configuration else {}
        return configured(typed, model=request.model, training=request.training)

    def _take(self, request: TrainingRequest) -> None:
        """The user has chosen something: show all of it, say it where it differs."""
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
        for part in filter(None, (self._configuration, self.preset, self._labels["preset"])):
            part.setVisible(is_open)
        self._show_fold()

    def _show_fold(self) -> None:
        is_open = self.fold.isChecked()
        name = self.tr("Configuration")
        self.fold.setText(f"{'▾' if is_open else '▸'}  {name}")
        self.fold.setAccessibleName(name)
        self.fold.setToolTip(
            self.tr("Hide the numbers of model and training")
            if is_open
            else self.tr("Show the numbers of model and training")
        )

    @Slot()
    def _on_start(self) -> None:
        request = self.request()
        if request is not None:
            self._intents.training_requested.emit(request)
