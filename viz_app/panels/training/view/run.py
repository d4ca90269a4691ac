"""The shown run: its progress, curves and samples, or its time-lapse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
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

from model.traces.head_measures import Probe
from viz_app.design.theme import Theme
from viz_app.panels.training import pictures as words
from viz_app.panels.training.experiments.pictures import not_run_sentence
from viz_app.panels.training.pictures import CrossAttention, cross_picture, percent, short_number
from viz_app.panels.training.replay.room import MomentCrossSnapshot
from viz_app.panels.training.replay.view import HeadHistoryView, MomentMosaic, ReplayBar
from viz_app.panels.training.runs.room import run_picked
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.panels.training.state import TrainingHandle
from viz_app.panels.training.view.curves import CurvesView
from viz_app.pictures.labels import elided
from viz_app.texts.labels import NO_NUMBER, duration, or_dash, short_loss, tool_tip
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import Segments, say, set_tab_order
from viz_app.widgets.layout import filled, text_label
from viz_app.widgets.pages import LatePage
from viz_app.widgets.picture_view import PictureView

COLUMNS = 4
RIGHT = "✓ "
"""Before a translation that is the target: the colour alone does not say it."""


class SamplesTable(QWidget):
    """Source, reference and output of each probe, below a title with the epoch."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._snapshot = RunViewSnapshot()
        self.title = text_label("title", parent=self)
        self.why = text_label("soft", wraps=True, parent=self)
        self.why.setText(words.watched_sentence())
        self.table = table = QTableWidget(0, COLUMNS, self)
        table.setAccessibleName(self.tr("Sample translations"))
        table.setToolTip(
            self.tr("The same sentences each time, translated greedily; ✓ = exact match")
        )
        modes = QHeaderView.ResizeMode
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
        rows = filled(QVBoxLayout(self), self.title, (table, 1), self.why, spacing=theme.unit)
        rows.addStretch()
        self._show()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if _translations(old) != _translations(snapshot):
            self._show()

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
        # with two runs, each column has the name of its run
        both = snapshot.other_samples is not None
        self.table.setColumnHidden(COLUMNS - 1, not both)
        own, other = (self.tr("{name} output").format(name=name) for name in snapshot.names)
        output = own if both else self.tr("model output")
        self.table.setHorizontalHeaderLabels(
            [self.tr("source"), self.tr("reference"), output, other]
        )
        samples = snapshot.samples
        if samples is None:
            self.title.setText(self.tr("Sample translations"))
        elif samples.update == 0:
            self.title.setText(self.tr("Translations before the first update"))
        else:
            text = self.tr("Translations in epoch {epoch}, after {update} updates")
            self.title.setText(text.format(epoch=samples.epoch, update=f"{samples.update:,}"))

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


def _translations(snapshot: RunViewSnapshot) -> tuple[object, ...]:
    said = snapshot.samples, snapshot.other_samples
    return snapshot.probes, *said, snapshot.names, snapshot.is_watched


WIDE = 780
"""From this width, in px at 100 %, the buttons stand beside the title."""

LINES = 2
"""Most lines of the sentence beside the buttons."""

LONGEST_NAME = 50
"""Of a run, in units of spacing; a longer one is elided."""


class RunHeader(QWidget):
    """Title and sentence of the shown run, with buttons for the possible actions."""

    def __init__(self, theme: Theme, room: TrainingHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._room = theme, room
        self._snapshot = RunViewSnapshot()
        self.title = text_label("token", parent=self)
        self.status = text_label("soft", wraps=True, parent=self)
        self.pause, self.stop, self.go_on = (QPushButton(self) for _ in range(3))
        self.use, self.replay, self.elsewhere = (QPushButton(self) for _ in range(3))
        stop_tip = self.tr("Stop the run; its model is kept, and it can be continued later")
        say(self.stop, self.tr("Stop"), stop_tip)
        say(self.go_on, self.tr("Continue"), self.tr("Continue training from where this run ended"))
        say(self.use, self.tr("Use model"), "")
        say(self.replay, self.tr("Watch its attention"), "")
        self._arrange()
        self._connect()
        self._show()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        self._snapshot = snapshot
        held = next((button for button in self.buttons() if button.hasFocus()), None)
        self._show()
        if held is not None and not (held.isVisible() and held.isEnabled()):
            # off a disabled button, but never to Stop, where a key press would end the run
            wanted = (self.pause, self.go_on, self.use, self.replay)
            place = next((b for b in wanted if b.isVisible() and b.isEnabled()), None)
            if place is not None:
                place.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        buttons = self._buttons.minimumSize()
        return QSize(buttons.width(), super().minimumSizeHint().height())

    def buttons(self) -> tuple[QPushButton, ...]:
        return self.pause, self.go_on, self.stop, self.use, self.replay

    def _arrange(self) -> None:
        unit = self.theme.unit
        for button in (*self.buttons(), self.elsewhere):
            button.setProperty("compact", True)
        set_tab_order(self.buttons())
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._rows.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        said = self.title, (self.status, 1), self.elsewhere
        line = filled(QHBoxLayout(), *said, spacing=3 * unit)
        self._buttons = filled(QHBoxLayout(), *self.buttons(), spacing=unit)
        self._buttons.addStretch(1)
        filled(self._rows, (line, 1), self._buttons, spacing=2 * unit)

    def _connect(self) -> None:
        room, pick_run = self._room, self._room.does(run_picked)

        def for_run(does: Callable[[str], None]) -> Callable[[], None]:
            return lambda: does(self._snapshot.card.run_id if self._snapshot.card else "")

        def go_elsewhere() -> None:
            if self._snapshot.elsewhere is not None:
                pick_run(self._snapshot.elsewhere.run_id)

        self.pause.clicked.connect(lambda: room.resume() if self._snapshot.paused else room.pause())
        self.stop.clicked.connect(room.stop)
        self.go_on.clicked.connect(for_run(room.go_on))
        self.use.clicked.connect(for_run(room.use))
        self.replay.clicked.connect(room.watch)
        self.elsewhere.clicked.connect(go_elsewhere)

    def _show(self) -> None:
        snapshot = self._snapshot
        live, starting, card = snapshot.live, snapshot.starting, snapshot.card
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
        self.pause.setVisible(live is not None or starting is not None)
        self.pause.setEnabled(live is not None and not live.ending)
        if snapshot.paused:
            say(self.pause, self.tr("Resume"), self.tr("Continue exactly where it paused"))
        else:
            say(self.pause, self.tr("Pause"), self.tr("Pause the run"))
        stoppable = live or starting
        self.stop.setVisible(stoppable is not None)
        self.stop.setEnabled(stoppable is not None and not stoppable.ending)
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

    def _fit(self) -> None:
        # Buttons are right of the title if the sentence between fits, else below, at the left.
        named = self.title.sizeHint().width() if not self.title.isHidden() else 0
        room = self.width() - self._buttons.minimumSize().width() - named - 8 * self.theme.unit
        needed = self.status.fontMetrics().horizontalAdvance(self.status.text())
        wide = self.width() >= WIDE * self.theme.scale and needed <= LINES * room
        directions = QBoxLayout.Direction
        self._rows.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        self._buttons.setStretch(self._buttons.count() - 1, 0 if wide else 1)


FIELDS = ("epoch", "update", "loss", "validation", "score", "left", "speed", "rate", "norm")
FEWEST = 3
READOUT_COLUMNS = (9, 5, FEWEST)
"""Numbers in a row: as many of these as there is room for."""


class RunReadout(QWidget):
    """Where a run is, as captioned values: more rows in a narrow view, fewer in a low one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self._placed, self._compact = (0, False), False
        self.values = {field: text_label("title", selectable=True, parent=self) for field in FIELDS}
        self.captions = {field: text_label("small", parent=self) for field in FIELDS}
        for field, (caption, tip) in self._named().items():
            self.captions[field].setText(caption)
            for label in (self.captions[field], self.values[field]):
                label.setToolTip(tool_tip(tip))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._grid.setHorizontalSpacing(2 * theme.unit)
        self._grid.setVerticalSpacing(0)
        self.set_snapshot(self._snapshot)

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        self._snapshot = snapshot
        longer = [_say(self.values[field], text) for field, text in self._texts().items()]
        is_bleu, live = snapshot.score == "bleu", snapshot.live is not None
        score = "BLEU" if is_bleu else self.tr("exact match")
        left = self.tr("time left") if live else self.tr("time")
        longer += [_say(self.captions["score"], score), _say(self.captions["left"], left)]
        if any(longer):
            self._place()

    def set_compact(self, *, compact: bool) -> None:
        # One row only; the curves get the rest.
        self._compact = compact
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def minimumSizeHint(self) -> QSize:
        width = self._needed(FEWEST, self._widths())
        return QSize(width, self._grid.minimumSize().height())

    def _named(self) -> dict[str, tuple[str, str]]:
        return {
            "epoch": (self.tr("epoch"), self.tr("Passes over the corpus")),
            "update": (self.tr("update"), self.tr("Number of weight updates")),
            "loss": (self.tr("loss"), self.tr("Loss of the latest update, in nats per token")),
            "validation": (self.tr("validation"), self.tr("Loss on pairs not used for training")),
            "score": ("", self.tr("Greedy translation of held-out pairs, last measurement")),
            "left": ("", self.tr("Hours, minutes and seconds")),
            "speed": (self.tr("tokens/s"), self.tr("Source and target, without padding")),
            "rate": (self.tr("learning rate"), self.tr("At the latest update")),
            "norm": (self.tr("gradient norm"), self.tr("At the latest update, before clipping")),
        }

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


PARTS = ("curves", "samples", "attention", "heads")
MOMENTS = ("attention", "heads")
"""Those of the time-lapse, with the slider over training time below."""

HIGH = 640
"""A view as high as this, in px at 100 %, has the translations below; a lower one behind a tab."""

LOW = 480
"""In a view lower than this, in px at 100 %, margins are narrow."""

WITH_CROSS = 800
"""A view as wide as this, in px at 100 %, has the cross-attention beside the curves."""

WIDE_RUN = 1080
"""A view as wide as this, in px at 100 %, has its parts beside the title."""


class RunView(QFrame):
    """A live or stored run, possibly compared with another.

    Attributes:
        shows_moments: whether its time-lapse is shown.
    """

    def __init__(self, theme: Theme, room: TrainingHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._snapshot = RunViewSnapshot()
        self._cross: MomentCrossSnapshot | None = None
        self._body = body = QWidget(self)  # all is made where it stays: to move it would cost
        self._stack = stack = QStackedWidget(body)
        self.header = RunHeader(theme, room, self)
        self.readout, self.samples = RunReadout(theme, body), SamplesTable(theme, body)
        self.progress = QProgressBar(body, textVisible=False)
        self.progress.setAccessibleName(self.tr("Training progress"))
        self.progress.setToolTip(self.tr("Updates done"))
        self.parts = Segments(theme, names=PARTS, texts=self._part_texts)
        self.curves = CurvesView(theme, room, stack)
        self.cross = PictureView(theme, body, of=CrossAttention)
        self.heads = LatePage(
            lambda theme, page: HeadHistoryView(theme, room, parent=page), theme, parent=stack
        )
        self.attention = LatePage(
            lambda theme, page: MomentMosaic(theme, room, parent=page), theme, parent=stack
        )
        self.bar = ReplayBar(theme, room, parent=body)
        self.empty = text_label("soft", wraps=True, parent=self)
        self.shows_moments = False
        self._arrange()
        self.parts.picked.connect(self.open_part)
        self._fit()
        self._show()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    @property
    def _is_empty(self) -> bool:
        return self._snapshot.card is None and self._snapshot.starting is None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_moments(self, *, shown: bool) -> None:
        if shown != self.shows_moments:
            self.shows_moments = shown
            self.parts.set_current(MOMENTS[0] if shown else PARTS[0])
            self._fit()
            self._show_bar()
            self._show_empty()

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

    def _arrange(self) -> None:
        self.setProperty("panel", True)
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
        if shown != self._cross:
            self._cross = shown
            self.cross.set_picture(cross_picture(shown) if shown else None)

    def _show_empty(self) -> None:
        experiment = self._snapshot.not_run
        if experiment is not None:
            self.empty.setText(not_run_sentence(experiment))
        else:
            empty = words.no_moments_sentence if self.shows_moments else words.empty_sentence
            self.empty.setText(empty())

    def _show_bar(self) -> None:
        replay = self._snapshot.replay
        self.bar.setVisible(self.shows_moments and replay is not None)
        if self.shows_moments:
            self.bar.set_snapshot(replay)

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
