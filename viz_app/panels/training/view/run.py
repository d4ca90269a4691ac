"""The shown run: its progress, curves and samples, or its time-lapse."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtGui import QBrush, QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.traces.moment import Probe
from viz_app.design.theme import Theme
from viz_app.panels.training import pictures as words
from viz_app.panels.training.experiments.pictures import not_run_sentence
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.pictures import (
    empty_sentence,
    no_moments_sentence,
    percent,
    short_number,
    watched_sentence,
)
from viz_app.panels.training.replay.room import ReplaySnapshot
from viz_app.panels.training.replay.view import ReplayBar
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.panels.training.view.attention import CrossView
from viz_app.panels.training.view.curves import CurvesView
from viz_app.pictures.labels import elided
from viz_app.texts.labels import NO_NUMBER, duration, or_dash, short_loss, tool_tip
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import Segments, say, set_tab_order
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.pages import LatePage
from viz_app.widgets.themed import Themed, Translated

# ----------------------------------------------------------------------------------- samples table
# What a run makes of its probes: source, what it should say, what it says.


COLUMNS = 4
RIGHT = "✓ "
"""Before a translation that is the target: the colour alone does not say it."""


class SamplesTable(Themed, Translated, QWidget):
    """One line per probe, below a title with the epoch."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self.title, self.table = text_label(parent=self), QTableWidget(0, COLUMNS, self)
        self.why = text_label(parent=self)
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if _shown(old) != _shown(snapshot):
            self._show()

    def _apply_theme(self) -> None:
        self._rows.setSpacing(self.theme.unit)
        self._show()

    def _retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Sample translations"))
        self.table.setToolTip(
            self.tr("The same sentences each time, translated greedily; ✓ = exact match")
        )
        self.why.setText(watched_sentence())
        self._show_title()
        self._show_header()

    def _arrange(self) -> None:
        self.title.setProperty("role", "title")
        table, modes = self.table, QHeaderView.ResizeMode
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        table.setWordWrap(True)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.verticalHeader().setVisible(False)
        table.verticalHeader().setSectionResizeMode(modes.ResizeToContents)
        table.horizontalHeader().setSectionResizeMode(modes.Stretch)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setHighlightSections(False)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(self.title)
        self.why.setProperty("role", "soft")
        self.why.setWordWrap(True)
        self._rows.addWidget(table, 1)
        self._rows.addWidget(self.why)
        self._rows.addStretch()

    def _show(self) -> None:
        snapshot = self._snapshot
        self.table.setHidden(snapshot.is_watched)
        self.why.setVisible(snapshot.is_watched)
        self.table.setRowCount(len(snapshot.probes))
        for row, probe in enumerate(snapshot.probes):
            self._put(row, 0, QTableWidgetItem(isolated(probe.source)))
            self._put(row, 1, QTableWidgetItem(isolated(probe.target)))
            for column, samples in enumerate((snapshot.samples, snapshot.other_samples), start=2):
                said = samples.translations if samples else ()
                translation = said[row] if row < len(said) else None
                self._put(row, column, self._said(probe, translation))
        self.table.setColumnHidden(COLUMNS - 1, snapshot.other_samples is None)
        self._show_title()
        self._show_header()

    def _put(self, row: int, column: int, item: QTableWidgetItem) -> None:
        # Equal items are left alone: Qt measures all lines again for every changed cell.
        old = self.table.item(row, column)
        if old is None or (old.text(), old.foreground()) != (item.text(), item.foreground()):
            self.table.setItem(row, column, item)

    def _said(self, probe: Probe, translation: str | None) -> QTableWidgetItem:
        right = translation == probe.target
        text = NO_NUMBER if translation is None else isolated(translation)
        item = QTableWidgetItem(RIGHT + text if right else text)
        item.setForeground(QBrush(QColor(self.theme.accent if right else self.theme.text)))
        return item

    def _show_header(self) -> None:
        # With two runs, each column has the name of its run.
        says = self.tr("{name} output")
        both = self._snapshot.other_samples is not None
        own, other = (says.format(name=name) for name in self._snapshot.names)
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("source"),
                self.tr("reference"),
                own if both else self.tr("model output"),
                other,
            ]
        )

    def _show_title(self) -> None:
        samples = self._snapshot.samples
        if samples is None:
            self.title.setText(self.tr("Sample translations"))
        elif samples.update == 0:
            self.title.setText(self.tr("Translations before the first update"))
        else:
            text = self.tr("Translations in epoch {epoch}, after {update} updates")
            self.title.setText(text.format(epoch=samples.epoch, update=f"{samples.update:,}"))


def _shown(snapshot: RunViewSnapshot) -> tuple[object, ...]:
    said = snapshot.samples, snapshot.other_samples
    return snapshot.probes, *said, snapshot.names, snapshot.is_watched


# -------------------------------------------------------------------------------------- run header
# Which run is on show, what it is doing, and what can be done with it.


WIDE = 780
"""From this width, in px at 100 %, the buttons stand beside the title."""

LINES = 2
"""Most lines of the sentence beside the buttons."""

LONGEST_NAME = 50
"""Of a run, in units of spacing; a longer one is elided."""


class RunHeader(Themed, Translated, QWidget):
    """Title and sentence, with buttons for the possible actions."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self._intents = theme, intents
        self._snapshot = RunViewSnapshot()
        self.title, self.status = text_label(parent=self), text_label(parent=self)
        self.pause, self.stop, self.go_on = (QPushButton(self) for _ in range(3))
        self.use, self.replay, self.elsewhere = (QPushButton(self) for _ in range(3))
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._words, self._buttons = QHBoxLayout(), QHBoxLayout()
        self._arrange()
        self._connect()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        self._snapshot = snapshot
        held = next((button for button in self.buttons() if button.hasFocus()), None)
        self._show()
        if held is not None and not (held.isVisible() and held.isEnabled()):
            self._move_focus()

    def _apply_theme(self) -> None:
        theme = self.theme
        self._rows.setSpacing(2 * theme.unit)
        self._words.setSpacing(3 * theme.unit)
        self._buttons.setSpacing(theme.unit)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        buttons = self._buttons.minimumSize()
        return QSize(buttons.width(), super().minimumSizeHint().height())

    def buttons(self) -> tuple[QPushButton, ...]:
        return self.pause, self.go_on, self.stop, self.use, self.replay

    def _retranslate(self) -> None:
        for button, text, tip in (
            (
                self.stop,
                self.tr("Stop"),
                self.tr("Stop the run; its model is kept, and it can be continued later"),
            ),
            (
                self.go_on,
                self.tr("Continue"),
                self.tr("Continue training from where this run ended"),
            ),
            (self.use, self.tr("Use model"), ""),
            (self.replay, self.tr("Watch its attention"), ""),
        ):
            say(button, text, tip)
        self._show()

    def _arrange(self) -> None:
        self.title.setProperty("role", "token")
        self.status.setProperty("role", "soft")
        self.status.setWordWrap(True)
        self._words.addWidget(self.title)
        self._words.addWidget(self.status, 1)
        self._words.addWidget(self.elsewhere)
        self.elsewhere.setProperty("compact", True)
        for button in self.buttons():
            button.setProperty("compact", True)
            self._buttons.addWidget(button)
        set_tab_order(self.buttons())
        self._buttons.addStretch(1)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._rows.addLayout(self._words, 1)
        self._rows.addLayout(self._buttons)

    def _connect(self) -> None:
        self.pause.clicked.connect(self._on_pause)
        self.stop.clicked.connect(self._intents.stop_requested)
        self.go_on.clicked.connect(lambda: self._intents.go_on_requested.emit(self._run_id()))
        self.use.clicked.connect(lambda: self._intents.use_requested.emit(self._run_id()))
        self.replay.clicked.connect(self._intents.replay_requested)
        self.elsewhere.clicked.connect(self._on_elsewhere)

    def _show(self) -> None:
        snapshot = self._snapshot
        live, starting = snapshot.live or snapshot.starting, snapshot.starting
        card = snapshot.card
        name = card.name if card and not starting else ""
        room = LONGEST_NAME * self.theme.unit
        self.title.setText(safe(elided(self.theme, name, size=self.theme.large, width=room)))
        self.title.setToolTip(tool_tip(name))
        self.title.setVisible(bool(name))
        self.status.setText(
            words.starting_sentence(starting)
            if starting
            else words.status_sentence(snapshot) or words.empty_sentence()
        )
        self._show_pause()
        self.stop.setVisible(live is not None)
        self.stop.setEnabled(live is not None and not live.ending)
        self.go_on.setVisible(snapshot.can_go_on)
        self.go_on.setEnabled(snapshot.elsewhere is None)
        for button in (self.use, self.replay):
            button.setVisible(card is not None)
        self.use.setEnabled(snapshot.can_be_used)
        self.use.setToolTip(tool_tip(words.use_explanation(snapshot)))
        self.replay.setEnabled(snapshot.replay is not None)
        self.replay.setToolTip(tool_tip(words.replay_explanation(snapshot)))
        self.elsewhere.setVisible(snapshot.elsewhere is not None)
        if snapshot.elsewhere is not None:
            sentence = words.elsewhere_sentence(snapshot.elsewhere, paused=snapshot.paused)
            say(self.elsewhere, sentence, self.tr("Show the current run"))
        self._fit()

    def _show_pause(self) -> None:
        snapshot = self._snapshot
        live, paused = snapshot.live, snapshot.paused
        self.pause.setVisible(live is not None or snapshot.starting is not None)
        self.pause.setEnabled(live is not None and not live.ending)
        text = self.tr("Resume") if paused else self.tr("Pause")
        tip = self.tr("Continue exactly where it paused") if paused else self.tr("Pause the run")
        say(self.pause, text, tip)

    def _fit(self) -> None:
        # Buttons are right of the title if they fit, else below it, at the left.
        wide = self.width() >= WIDE * self.theme.scale and self._has_room()
        directions = QBoxLayout.Direction
        self._rows.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        self._buttons.setStretch(self._buttons.count() - 1, 0 if wide else 1)

    def _has_room(self) -> bool:
        """Whether the sentence beside the buttons has at most :data:`LINES` lines."""
        buttons = self._buttons.minimumSize().width()
        named = self.title.sizeHint().width() if not self.title.isHidden() else 0
        room = self.width() - buttons - named - 8 * self.theme.unit
        return self.status.fontMetrics().horizontalAdvance(self.status.text()) <= LINES * room

    def _move_focus(self) -> None:
        # Off a disabled button, but never to Stop, where a key press would end the run.
        wanted = (self.pause, self.go_on, self.use, self.replay)
        place = next((b for b in wanted if b.isVisible() and b.isEnabled()), None)
        if place is not None:
            place.setFocus(Qt.FocusReason.OtherFocusReason)

    def _run_id(self) -> str:
        return self._snapshot.card.run_id if self._snapshot.card else ""

    @Slot()
    def _on_pause(self) -> None:
        if self._snapshot.paused:
            self._intents.resume_requested.emit()
        else:
            self._intents.pause_requested.emit()

    @Slot()
    def _on_elsewhere(self) -> None:
        if self._snapshot.elsewhere is not None:
            self._intents.run_picked.emit(self._snapshot.elsewhere.run_id)


# ------------------------------------------------------------------------------------- run readout
# Where a run is, in numbers.


FIELDS = ("epoch", "update", "loss", "validation", "score", "left", "speed", "rate", "norm")
FEWEST = 3
READOUT_COLUMNS = (9, 5, FEWEST)
"""Numbers in a row: as many of these as there is room for."""


class RunReadout(Themed, Translated, QWidget):
    """Captioned values: more rows in a narrow view, fewer values in a low one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self._placed, self._compact = (0, False), False
        self.values = {field: text_label(parent=self) for field in FIELDS}
        self.captions = {field: text_label(parent=self) for field in FIELDS}
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        self._snapshot = snapshot
        longer = [_say(self.values[field], text) for field, text in self._texts().items()]
        is_bleu, live = snapshot.score == "bleu", snapshot.live is not None
        captions = {
            "score": "BLEU" if is_bleu else self.tr("exact match"),
            "left": self.tr("time left") if live else self.tr("time"),
        }
        longer += [_say(self.captions[field], text) for field, text in captions.items()]
        if any(longer):
            self._place()

    def set_compact(self, *, compact: bool) -> None:
        # One row only; the curves get the rest.
        self._compact = compact
        self._place()

    def _apply_theme(self) -> None:
        self._grid.setHorizontalSpacing(2 * self.theme.unit)
        self._grid.setVerticalSpacing(0)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def minimumSizeHint(self) -> QSize:
        width = self._needed(FEWEST, self._widths())
        return QSize(width, self._grid.minimumSize().height())

    def _retranslate(self) -> None:
        texts = {
            "epoch": (self.tr("epoch"), self.tr("Passes over the corpus")),
            "update": (self.tr("update"), self.tr("Number of weight updates")),
            "loss": (self.tr("loss"), self.tr("Loss of the latest update, in nats per token")),
            "validation": (
                self.tr("validation"),
                self.tr("Loss on pairs not used for training"),
            ),
            "score": ("", self.tr("Greedy translation of held-out pairs, last measurement")),
            "left": ("", self.tr("Hours, minutes and seconds")),
            "speed": (self.tr("tokens/s"), self.tr("Source and target, without padding")),
            "rate": (self.tr("learning rate"), self.tr("At the latest update")),
            "norm": (self.tr("gradient norm"), self.tr("At the latest update, before clipping")),
        }
        for field, (caption, tip) in texts.items():
            self.captions[field].setText(caption)
            for label in (self.captions[field], self.values[field]):
                label.setToolTip(tool_tip(tip))
        self.set_snapshot(self._snapshot)

    def _arrange(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for field in FIELDS:
            self.captions[field].setProperty("role", "small")
            self.values[field].setProperty("role", "title")
            self.values[field].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _place(self) -> None:
        widths = self._widths()
        counts = range(len(FIELDS), FEWEST, -1) if self._compact else READOUT_COLUMNS
        columns = next((n for n in counts if self._needed(n, widths) <= self.width()), FEWEST)
        if (columns, self._compact) == self._placed:
            return
        self._placed = columns, self._compact
        for place, field in enumerate(FIELDS):
            row, column = divmod(place, columns)
            for line, label in enumerate((self.captions[field], self.values[field])):
                self._grid.addWidget(label, 2 * row + line, column)
                label.setHidden(self._compact and row > 0)
        for column in range(len(FIELDS)):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _widths(self) -> list[int]:
        labels = zip(self.captions.values(), self.values.values(), strict=True)
        return [max(label.sizeHint().width() for label in pair) for pair in labels]

    def _needed(self, columns: int, widths: list[int]) -> int:
        """Width in px of so many columns; with a single row, the values after it do not count."""
        shown = widths[:columns] if self._compact else widths
        columns_of = [max(shown[column::columns]) for column in range(columns)]
        return sum(columns_of) + (columns - 1) * self._grid.horizontalSpacing()

    def _texts(self) -> dict[str, str]:
        snapshot, progress = self._snapshot, self._snapshot.progress
        card, numbers = snapshot.card, snapshot.numbers
        if card is None:
            return dict.fromkeys(FIELDS, NO_NUMBER)
        of = self.tr("{number} / {total}")
        epoch = (
            (progress.epoch, progress.epochs) if progress else (card.epoch, card.training.epochs)
        )
        done = (progress.update, progress.updates) if progress else (card.update, card.updates)
        return {
            "epoch": NO_NUMBER
            if card.module
            else of.format(number=f"{epoch[0]:,}", total=f"{epoch[1]:,}"),
            "update": of.format(number=f"{done[0]:,}", total=f"{done[1]:,}"),
            "loss": or_dash(progress.loss if progress else numbers["loss"], short_loss),
            "validation": or_dash(numbers["validation_loss"], short_loss),
            "score": or_dash(
                numbers[snapshot.score],
                percent if snapshot.score == "exact" else "{:.1f}".format,
            ),
            "left": duration(progress.seconds_left if progress else card.seconds),
            "speed": f"{progress.tokens_per_second:,.0f}" if progress else NO_NUMBER,
            "rate": or_dash(numbers["learning_rate"], short_number),
            "norm": or_dash(numbers["gradient_norm"], short_number),
        }


def _say(label: QLabel, text: str) -> bool:
    """Set a text; returns whether its length has changed."""
    before = label.text()
    if text != before:
        label.setText(text)
    return len(text) != len(before)


# ---------------------------------------------------------------------------------------- run view


PARTS = ("curves", "samples", "attention", "heads")
MOMENTS = ("attention", "heads")
"""Those of the time-lapse, with the slider over training time below."""

HIGH = 640
"""A view as high as this, in px at 100 %, has the translations below; a lower one behind a tab."""

BAR_MS = 300
"""Interval at which a growing curve in the time-lapse is drawn."""

LOW = 480
"""In a view lower than this, in px at 100 %, margins are narrow."""

WITH_CROSS = 800
"""A view as wide as this, in px at 100 %, has the cross-attention beside the curves."""

WIDE_RUN = 1080
"""A view as wide as this, in px at 100 %, has its parts beside the title."""


class RunView(Themed, Translated, QFrame):
    """A live or stored run, possibly compared with another.

    Attributes:
        shows_moments: whether its time-lapse is shown.
    """

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self._body = body = QWidget(self)  # all is made where it stays: to move it would cost
        self._stack = stack = QStackedWidget(body)
        self.header = RunHeader(theme, intents, parent=self)
        self.readout, self.samples = RunReadout(theme, body), SamplesTable(theme, body)
        self.progress = QProgressBar(body, textVisible=False)
        self.parts = Segments(theme, names=PARTS, texts=self._part_texts)
        self.curves = CurvesView(theme, intents, parent=stack)
        self.cross = CrossView(theme, body)
        self.heads = LatePage(partial(_heads, intents), theme, parent=stack)
        self.attention = LatePage(partial(_attention, intents), theme, parent=stack)
        self.bar, self.empty = ReplayBar(theme, intents, parent=body), text_label(parent=self)
        self.shows_moments = False
        self._bar_shown: ReplaySnapshot | None = None
        self._later = QTimer(self, singleShot=True, interval=BAR_MS)
        self._arrange()
        self.parts.picked.connect(self.open_part)
        self._later.timeout.connect(self._draw_bar)
        self.set_theme(theme)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    @property
    def _is_empty(self) -> bool:
        return self._snapshot.card is None and self._snapshot.starting is None

    def _apply_theme(self) -> None:
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_moments(self, *, shown: bool) -> None:
        if shown != self.shows_moments:
            self.shows_moments = shown
            self.parts.set_current(MOMENTS[0] if shown else PARTS[0])
            self._fit()
            self._draw_bar()
            self._retranslate()

    def open_part(self, name: str) -> None:
        """Show the part ``name``: curves, heads, attention or samples."""
        self.parts.set_current(name)
        front: QWidget = {
            "curves": self.curves,
            "heads": self.heads,
            "attention": self.attention,
            "samples": self.samples,
        }[name]
        for index in range(self._stack.count()):  # what is behind takes no room
            page = self._stack.widget(index)
            policy = QSizePolicy.Policy.Expanding if page is front else QSizePolicy.Policy.Ignored
            if page is not None:
                page.setSizePolicy(policy, policy)
        self._stack.setCurrentWidget(front)

    def _retranslate(self) -> None:
        self._show_empty()
        self.progress.setAccessibleName(self.tr("Training progress"))
        self.progress.setToolTip(self.tr("Updates done"))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self.empty.setProperty("role", "soft")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for part in (self.curves, self.heads, self.attention):
            self._stack.addWidget(part)
        self._stack.setProperty("pictures", True)
        # what changes places does so between layouts of one item: a longer one would be giving
        # its items their places when one leaves, and Qt does not count them again
        self._beside, self._tools, self._below = QHBoxLayout(), QHBoxLayout(), QVBoxLayout()
        head = filled(QHBoxLayout(), (self.header, 1), self._beside)
        self._pictures = pictures = filled(QHBoxLayout(), (self._stack, 5), (self.cross, 3))
        parts = self.progress, self.readout, self._tools, (pictures, 5), self.bar, self._below
        self._inner = filled(QVBoxLayout(self._body), *parts)
        self._rows = filled(QVBoxLayout(self), head, (self._body, 1), (self.empty, 1))
        # last: of the items in a layout that is added PySide keeps wrappers, and these stay when
        # an item leaves; what is made at its address later would be taken for it
        self._tools.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignLeft)
        self._below.addWidget(self.samples)

    def _show(self) -> None:
        snapshot = self._snapshot
        card, progress = snapshot.card, snapshot.progress
        self.header.set_snapshot(snapshot)
        for part in (self.header, self._body):
            part.setHidden(self._is_empty)
        self.empty.setVisible(self._is_empty)
        self._show_empty()
        self._show_parts()
        planned = progress.updates if progress else card.updates if card else 0
        self.progress.setMaximum(max(1, planned))
        self.progress.setValue(progress.update if progress else card.update if card else 0)
        for view in (self.readout, self.curves, self.samples):
            view.set_snapshot(snapshot)
        self._show_bar()
        self.heads.set_snapshot(snapshot.heads)
        self.attention.set_snapshot(snapshot.mosaic)
        self._show_cross()

    def _show_cross(self) -> None:
        # Beside the curves, if both fit.
        shown = None if self.shows_moments else self._snapshot.cross
        wide = self.width() >= WITH_CROSS * self.theme.scale
        self.cross.setVisible(shown is not None and wide)
        self.cross.set_snapshot(shown)

    def _show_empty(self) -> None:
        experiment = self._snapshot.not_run
        if experiment is not None:
            self.empty.setText(not_run_sentence(experiment))
        else:
            self.empty.setText(no_moments_sentence() if self.shows_moments else empty_sentence())

    def _show_bar(self) -> None:
        # If only the curve has grown, the bar is redrawn at intervals.
        if not _grown(self._bar_shown, self._snapshot.replay):
            self._draw_bar()
        elif not self._later.isActive():
            self._later.start()

    def _draw_bar(self) -> None:
        self._bar_shown = self._snapshot.replay
        self.bar.set_snapshot(self._bar_shown)
        self.bar.setVisible(self.shows_moments and self._bar_shown is not None)

    def _fit(self) -> None:
        # Translations are below in a high view, else behind the second button.
        theme = self.theme
        high = self.height() >= HIGH * theme.scale
        below = self._stack.indexOf(self.samples) < 0
        if high and not below:
            self.samples.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
            self._below.addWidget(self.samples)
        elif not high and below:
            self._stack.addWidget(self.samples)
        if high:  # else the stack shows it when its turn comes
            self.samples.setVisible(not self.shows_moments)
        self.readout.setHidden(self.shows_moments)
        for name in PARTS:
            fits = (name in MOMENTS) == self.shows_moments
            self.parts.button(name).setVisible(fits and not (high and name == "samples"))
        self._show_parts()
        self._place_parts()
        self._show_cross()
        current = self.parts.current()
        self.open_part("curves" if high and current == "samples" else current)
        low = self.height() < LOW * theme.scale
        for view in (self.bar, self.readout):
            view.set_compact(compact=low)
        margin = (2 if low else 4) * theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        for rows in (self._rows, self._inner, self._pictures):
            rows.setSpacing(margin // 2)

    def _show_parts(self) -> None:
        # Hidden without a run: there is nothing to choose.
        several = self.shows_moments or self._stack.indexOf(self.samples) >= 0
        self.parts.setVisible(several and not self._is_empty)

    def _place_parts(self) -> None:
        # Beside the title of a wide time-lapse: the picture gains a line.
        beside = self.shows_moments and self.width() >= WIDE_RUN * self.theme.scale
        if beside and not self._beside.count():
            self._beside.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignTop)
        elif not beside and self._beside.count():
            self._tools.addWidget(self.parts, alignment=Qt.AlignmentFlag.AlignLeft)

    def _part_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "curves": (self.tr("Curves"), self.tr("Loss, learning rate, gradient and score")),
            "heads": (self.tr("Heads"), self.tr("Measures of every head during training")),
            "attention": (self.tr("Attention"), self.tr("All heads at the moment of the slider")),
            "samples": (
                self.tr("Translations"),
                self.tr("How the model translates a few sentences"),
            ),
        }


def _grown(old: ReplaySnapshot | None, new: ReplaySnapshot | None) -> bool:
    """Whether only the curve of a live run is new."""
    if old is None or new is None or not new.live:
        return False
    return dataclasses.replace(new, curve=old.curve) == old


def _heads(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.replay.view import HeadHistoryView

    return HeadHistoryView(theme, intents, parent=page)


def _attention(intents: TrainingIntents, theme: Theme, page: QWidget) -> Any:
    from viz_app.panels.training.replay.view import MomentMosaic

    return MomentMosaic(theme, intents, parent=page)
