"""The page of runs: the list, and the selected run with its settings and results."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.runs.progress import WATCHED_SIZES, RunCard
from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.runs.pictures import (
    begun_text,
    corpus_text,
    field_texts,
    status_name,
    value_text,
)
from viz_app.panels.training.runs.room import RunRow, RunsSnapshot
from viz_app.panels.training.runs.view.list import RunsList
from viz_app.texts.labels import (
    NO_NUMBER,
    decimal_number,
    or_dash,
    short_count,
    short_loss,
    spoken_time,
    tool_tip,
    verbatim,
)
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import say
from viz_app.widgets.file_dialogs import ask_export_path
from viz_app.widgets.layout import text_label
from viz_app.widgets.themed import Themed, Translated

# ------------------------------------------------------------------------------------- detail rows
# Everything about a run as lines of a table: caption, value, tool tip.


translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class DetailRow:
    """One line; a title has no values.

    Attributes:
        values: of the shown run and, if there is one, of the compared run.
    """

    caption: str
    values: tuple[str, ...] = ()
    tip: str = ""

    @property
    def differs(self) -> bool:
        return len(set(self.values)) > 1


def detail_rows(rows: tuple[RunRow, ...]) -> tuple[DetailRow, ...]:
    cards = tuple(row.card for row in rows)
    return (
        DetailRow(translate("RunsPage", "Result")),
        *_result_rows(rows),
        *_titled(translate("RunsPage", "Model"), _field_rows(cards, "model")),
        *_titled(translate("RunsPage", "Training"), _field_rows(cards, "training")),
    )


def _titled(title: str, rows: Iterator[DetailRow]) -> Iterator[DetailRow]:
    known = [row for row in rows if any(value != NO_NUMBER for value in row.values)]
    if known:
        yield DetailRow(title)
        yield from known


def _result_rows(rows: tuple[RunRow, ...]) -> Iterator[DetailRow]:
    day = translate("RunsPage", "d MMM hh:mm") if len(rows) > 1 else None
    columns = [_results(row, day) for row in rows]
    for caption in columns[0]:
        yield DetailRow(caption, tuple(column[caption] for column in columns))


def _results(row: RunRow, day: str | None) -> dict[str, str]:
    # The card of a live run lacks the newest values, which are shown beside its name.
    card = row.card
    of = translate("RunsPage", "{number} of {total}")
    update = of.format(number=f"{card.update:,}", total=f"{card.updates:,}")
    return {
        translate("RunsPage", "task"): corpus_text(card.task),
        translate("RunsPage", "status"): status_name(row.status),
        translate("RunsPage", "started"): begun_text(card, day),
        translate("RunsPage", "time"): NO_NUMBER if row.live else spoken_time(card.seconds),
        translate("RunsPage", "epoch"): NO_NUMBER
        if card.module
        else of.format(number=card.epoch, total=card.training.epochs),
        translate("RunsPage", "update"): NO_NUMBER if row.live else update,
        translate("RunsPage", "parameters"): short_count(card.n_parameters),
        translate("RunsPage", "device"): card.device,
        **_measured(row),
    }


def _measured(row: RunRow) -> dict[str, str]:
    card, one_decimal = row.card, partial(decimal_number, digits=1)
    return {
        translate("RunsPage", "training loss"): or_dash(
            None if row.live else card.loss, short_loss
        ),
        translate("RunsPage", "validation loss"): or_dash(card.validation_loss, short_loss),
        "BLEU": or_dash(card.bleu, one_decimal),
        "chrF": or_dash(card.chrf, one_decimal),
        translate("RunsPage", "exact match"): or_dash(card.exact, "{:.1%}".format),
    }


def _field_rows(cards: tuple[RunCard, ...], part: str) -> Iterator[DetailRow]:
    """One row per setting; settings without a caption have their name in the code.

    Watched networks have few known settings; rare ones appear only if one of the runs has them.
    """
    texts = field_texts()
    told = {name for card in cards for name in getattr(card, part).to_json()}
    for field in dataclasses.fields(getattr(cards[0], part)):
        if field.name not in told:
            continue
        caption, tip = texts.get(field.name, (field.name.replace("_", " "), ""))
        values = tuple(
            value_text(getattr(getattr(card, part), field.name))
            if not card.module or field.name in WATCHED_SIZES
            else NO_NUMBER
            for card in cards
        )
        yield DetailRow(caption, values, tip)


# ------------------------------------------------------------------------------------- run buttons
# What can be done with the run on show.


NAMES = ("use", "go on", "compare", "rename", "export", "delete")
COLUMNS = 3


class RunButtons(Themed, Translated, QWidget):
    """Two rows of buttons; one opens a menu of the other runs.

    Signals:
        pressed: name of a button, one of :data:`NAMES` except ``compare``.
    """

    pressed = Signal(str)

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        super().__init__()
        self._intents = intents
        self._snapshot = RunsSnapshot()
        self.buttons = {name: QPushButton(self) for name in NAMES}
        self.menu = QMenu(self)
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunsSnapshot) -> None:
        self._snapshot = snapshot
        row = snapshot.shown
        for name, button in self.buttons.items():
            button.setEnabled(row is not None and _can(name, row, snapshot))
        self._retranslate()

    def _apply_theme(self) -> None:
        self._grid.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        shown = self._snapshot.shown
        shipped = self.tr("This run is shipped with Headlight: it can only be looked at")
        for name, (text, tip) in self._texts().items():
            refused = shown is not None and shown.card.recorded
            say(self.buttons[name], text, shipped if refused else tip)

    def _arrange(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        for place, (name, button) in enumerate(self.buttons.items()):
            button.setProperty("compact", True)
            self._grid.addWidget(button, *divmod(place, COLUMNS))
            if name != "compare":
                button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self.buttons["compare"].setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "use": (self.tr("Use model"), self.tr("Translate with this run's model")),
            "go on": (self.tr("Continue"), self.tr("Continue training from where this run ended")),
            "compare": (
                self.tr("Compare"),
                self.tr("Show another run's curves and attention below this one's"),
            ),
            "rename": (self.tr("Rename"), self.tr("Give the run and its model a name (F2)")),
            "export": (
                self.tr("Export…"),
                self.tr("Save configuration, curve, attention and model as one .zip"),
            ),
            "delete": (self.tr("Delete"), self.tr("Delete the run (Del); it can be brought back")),
        }

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        none = self.menu.addAction(self.tr("No comparison"))
        none.triggered.connect(lambda: self._intents.compare_picked.emit(None))
        none.setEnabled(self._snapshot.compared is not None)
        self.menu.addSeparator()
        for row in self._snapshot.rows:
            if not row.shown:
                self._add(row)

    def _add(self, row: RunRow) -> None:
        action = QAction(verbatim(row.card.name), self.menu)
        action.setCheckable(True)
        action.setChecked(row.compared)
        run_id = row.card.run_id
        action.triggered.connect(lambda: self._intents.compare_picked.emit(run_id))
        self.menu.addAction(action)


def _can(name: str, row: RunRow, snapshot: RunsSnapshot) -> bool:
    return {
        "use": row.can_use,
        "go on": row.can_go_on,
        "compare": len(snapshot.rows) > 1,
        "rename": row.can_change,
        "export": not row.card.recorded,
        "delete": row.can_change,
    }[name]


# ------------------------------------------------------------------------------------- run details
# The configuration and the result of a run, and of the one that it is compared with.


FEWEST = 4
"""Lines that there is always room for."""


class RunDetails(Themed, Translated, QTableWidget):
    """One line per setting; differences between two runs are bold."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(0, 1, parent)
        self.theme = theme
        self._rows: tuple[RunRow, ...] = ()
        self._arrange()
        self.set_theme(theme)

    def set_rows(self, shown: RunRow | None, compared: RunRow | None) -> None:
        rows = tuple(row for row in (shown, compared if shown else None) if row is not None)
        if rows != self._rows:
            self._rows = rows
            self._show()

    def _apply_theme(self) -> None:
        for part in (self, self.horizontalHeader()):
            part.setFont(self.theme.font(self.theme.small))
        self.verticalHeader().setDefaultSectionSize(self._height())
        self._retranslate()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(80 * self.theme.unit, 14 * self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40 * self.theme.unit, FEWEST * self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Configuration and result"))
        self.setAccessibleDescription(
            self.tr("Of the run shown; beside a compared run, what differs is bold")
        )
        self._show()

    def _arrange(self) -> None:
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setMinimumSectionSize(1)

    def _show(self) -> None:
        # Rebuilt at the same scroll position.
        lines = detail_rows(self._rows) if self._rows else ()
        place = self.verticalScrollBar().value()
        self.clearSpans()
        self.setColumnCount(1 + len(self._rows))
        self.setRowCount(len(lines))
        self._show_header()
        for number, line in enumerate(lines):
            self._show_line(number, line)
        self.verticalScrollBar().setValue(place)

    def _show_header(self) -> None:
        names = [row.card.name for row in self._rows]
        for column, name in enumerate(("", *names)):
            item = QTableWidgetItem(safe(name))
            item.setToolTip(tool_tip(name))
            self.setHorizontalHeaderItem(column, item)
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setVisible(len(names) > 1)
        header.setSectionResizeMode(modes.Stretch)
        header.setSectionResizeMode(0, modes.Fixed)
        self._fit()

    def _fit(self) -> None:
        # Captions get their width, but at most that of the values.
        if self.columnCount() > 1:
            metrics = self.fontMetrics()
            lines = (line for line in detail_rows(self._rows) if line.values)
            longest = max(metrics.horizontalAdvance(line.caption) for line in lines)
            share = self.viewport().width() // self.columnCount()
            self.setColumnWidth(0, min(longest + 4 * self.theme.unit, share))

    def _show_line(self, number: int, line: DetailRow) -> None:
        title = not line.values
        texts = (line.caption, *line.values)
        if title and len(self._rows):
            self.setSpan(number, 0, 1, 1 + len(self._rows))
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(tool_tip(line.tip or text))
            bold = title or (column > 0 and line.differs)
            item.setFont(self.theme.font(self.theme.small, "bold" if bold else "normal"))
            soft = column == 0 and not title
            item.setForeground(QColor(self.theme.soft_text if soft else self.theme.text))
            self.setItem(number, column, item)

    def _height(self) -> int:
        return round(1.7 * self.theme.small)


# -------------------------------------------------------------------------------------------- page


class RunsPage(Themed, Translated, QWidget):
    """All runs, with buttons and details."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._intents = intents
        self._snapshot = RunsSnapshot()
        self.empty, self.undo = text_label(parent=self), UndoLine(theme, intents)
        self.choose = text_label("soft", wraps=True)
        self.list, self.buttons = RunsList(theme, intents), RunButtons(theme, intents)
        self.details = RunDetails(theme)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._lower = QWidget()
        self._rows, self._below = QVBoxLayout(self), QVBoxLayout(self._lower)
        self._arrange()
        self.buttons.pressed.connect(self._on_pressed)
        self.set_theme(theme)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: RunsSnapshot | None) -> None:
        """Show runs; None while the page is hidden."""
        if snapshot is None or snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        self._show()

    def _apply_theme(self) -> None:
        for layout in (self._rows, self._below):
            layout.setSpacing(2 * self.theme.unit)
        self._splitter.setHandleWidth(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self.empty.setText(
            self.tr(
                "No runs yet. To start one, choose a task in Train and press Start, or open "
                "Experiments. Every run is kept here with its curve, attention and model. An "
                "exported run (.zip) can be dropped on the window."
            )
        )
        self.choose.setText(
            self.tr("Select a run to see its settings and results, and to use its model.")
        )

    def _arrange(self) -> None:
        self.empty.setProperty("role", "soft")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.addWidget(self.choose, alignment=Qt.AlignmentFlag.AlignTop)
        self._below.addWidget(self.buttons)
        self._below.addWidget(self.details, 1)
        for part in (self.list, self._lower):
            self._splitter.addWidget(part)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([1, 1])
        self._rows.addWidget(self.undo)
        self._rows.addWidget(self.empty, 1)
        self._rows.addWidget(self._splitter, 1)

    def _show(self) -> None:
        snapshot = self._snapshot
        there = bool(snapshot.rows)
        held = self.undo.button.hasFocus()
        self.empty.setVisible(not there)
        self._splitter.setVisible(there)
        for part in (self.buttons, self.details):  # without them the list still stands at the top
            part.setVisible(snapshot.shown is not None)
        self.choose.setVisible(snapshot.shown is None)
        self.list.set_rows(snapshot.rows)
        self.buttons.set_snapshot(snapshot)
        self.details.set_rows(snapshot.shown, snapshot.compared)
        self.undo.set_name(snapshot.deleted)
        if held and snapshot.deleted is None:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(str)
    def _on_pressed(self, name: str) -> None:
        row = self._snapshot.shown
        if row is None:
            return
        run_id = row.card.run_id
        if name == "rename":
            self.list.edit_name(run_id)
        elif name == "export":
            path = ask_export_path(self, row.card.name)
            if path is not None:
                self._intents.export_requested.emit(run_id, path)
        else:
            {
                "use": self._intents.use_requested,
                "go on": self._intents.go_on_requested,
                "delete": self._intents.delete_requested,
            }[name].emit(run_id)


class UndoLine(Themed, Translated, QWidget):
    """Notice of the deleted run with a button to restore it; else hidden."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        super().__init__()
        self._name: str | None = None
        self.sentence, self.button = text_label(parent=self), QPushButton(self)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self.sentence, 1)
        self._line.addWidget(self.button)
        self.sentence.setWordWrap(True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.button.setProperty("compact", True)
        self.button.clicked.connect(intents.undo_requested)
        self.set_theme(theme)
        self._retranslate()
        self.hide()

    def set_name(self, name: str | None) -> None:
        """Set the name of the deleted run, or None; a new name is announced."""
        if name == self._name:
            return
        self._name = name
        self._show()
        self.setVisible(name is not None)
        if name is not None:
            event = QAccessibleAnnouncementEvent(self, self.sentence.text())
            QAccessible.updateAccessibility(event)

    def _apply_theme(self) -> None:
        self._line.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        tip = self.tr("Restore the deleted run")
        say(self.button, self.tr("Undo"), tip)
        self._show()

    def _show(self) -> None:
        text = self.tr("{name} was deleted.")
        self.sentence.setText("" if self._name is None else text.format(name=isolated(self._name)))
