"""All cross-attention heads as word alignments: a list, and what they are compared with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from model.lessons.alignment import HeadAlignment
from viz_app.design.theme import Theme, band_theme
from viz_app.panels.attention.room import AttentionHandle
from viz_app.texts.labels import tool_tip
from viz_app.texts.sentences import head_title
from viz_app.texts.visible_token import safe
from viz_app.widgets import file_dialogs
from viz_app.widgets.choosers import Segments, say
from viz_app.widgets.layout import Band, filled, name_parts, text_label
from viz_app.workbench.changes.selection import (
    aligned_head_picked,
    aligned_over_picked,
    gold_line_picked,
    option_picked,
)
from viz_app.workbench.snapshots.alignment import AlignmentSnapshot
from viz_app.workbench.state import ALIGNED_OVER

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class AlignedHeads(QTableWidget):
    """Scores of heads, each a line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(0, 4)
        self.scores: tuple[HeadAlignment, ...] = ()
        columns = {
            self.tr("Head"): self.tr("Layer and head, or the mean over the heads of a layer"),
            "AER": self.tr(
                "Alignment error rate: 1 − (|A∩S| + |A∩P|) / (|A| + |S|) of links A, sure gold "
                "links S and possible ones P; 0 is best"
            ),
            self.tr("Precision"): self.tr("Share of the links that are possible gold links"),
            self.tr("Recall"): self.tr("Share of the sure gold links that are found"),
        }
        for column, (name, tip) in enumerate(columns.items()):
            item = QTableWidgetItem(name)
            item.setToolTip(tool_tip(tip))
            item.setTextAlignment(RIGHT if column else LEFT)
            self.setHorizontalHeaderItem(column, item)
        self.setAccessibleName(self.tr("Heads as word alignments, the best first"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFont(theme.font(theme.small))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(round(1.8 * theme.small))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fill(self, scores: Sequence[HeadAlignment]) -> None:
        self.scores = tuple(scores)
        self.setRowCount(len(scores))
        for row, (layer, head, values) in enumerate(scores):
            name = f"L{layer + 1} H{(head or 0) + 1}"
            spoken = head_title("cross", layer=layer, head=head or 0)
            if head is None:
                spoken = name = self.tr("L{layer} mean").format(layer=layer + 1)
            texts = ("–" if math.isnan(each) else f"{each:.3f}" for each in astuple(values))
            for column, text in enumerate((name, *texts)):
                item = QTableWidgetItem(text)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, text if column else spoken)
                item.setTextAlignment(RIGHT if column else LEFT)
                self.setItem(row, column, item)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        names, *values = (
            max(self.horizontalHeader().sectionSizeHint(column), self.sizeHintForColumn(column))
            for column in range(self.columnCount())
        )
        room, least = self.viewport().width(), names + len(values) * max(values)
        self.setMinimumWidth(least + self.width() - room)
        self.setColumnWidth(0, names)
        for column in range(1, self.columnCount()):
            self.setColumnWidth(column, (max(room, least) - names) // len(values))


class AlignmentPanel(Band, QFrame):
    """Chooses the row that words are aligned by; a line of the list shows its head."""

    def __init__(self, theme: Theme, room: AttentionHandle) -> None:
        super().__init__()
        theme = band_theme(theme)
        self._read_gold = room.read_gold
        self._pick_head, pick = room.does(aligned_head_picked), room.does(option_picked)
        self.setProperty("panel", True)
        self.rows = Segments(theme, names=("predicted", "fed"), texts=self._row_texts)
        self.over = Segments(theme, names=ALIGNED_OVER, texts=self._over_texts)
        self.caption, self.table = text_label("small", wraps=True), AlignedHeads(theme)
        self.open, self.line = QPushButton(), QSpinBox()
        name_parts(self, "alignment")
        say(
            self.open,
            self.tr("Open gold…"),
            self.tr("Compare with a line of a Pharaoh file, such as 0-0 1-2 2?3"),
        )
        self.line.setSpecialValueText(self.tr("choose a line"))
        self.line.setAccessibleName(self.tr("Line of this sentence in the file"))
        self.line.setToolTip(tool_tip(self.line.accessibleName()))
        self.line.setPrefix(self.tr("line") + " ")
        self.line.setKeyboardTracking(False)  # a line that is still being typed may not exist
        gold = filled(QHBoxLayout(), self.open, (self.line, 1), spacing=2 * theme.unit)
        parts = (self.rows, self.over, self.caption, (self.table, 1), gold)
        unit = theme.unit
        filled(QVBoxLayout(self), *parts, spacing=2 * unit, margins=(2 * unit,) * 4)
        self.rows.picked.connect(lambda row: pick("alignment", row))
        self.over.picked.connect(room.does(aligned_over_picked))
        self.table.itemSelectionChanged.connect(self._on_selected)
        self.line.valueChanged.connect(room.does(gold_line_picked))
        self.open.clicked.connect(self._on_open)
        self.set_theme(theme)

    def set_snapshot(self, shown: AlignmentSnapshot) -> None:
        self.rows.set_current(shown.row)
        self.over.set_current(shown.over)
        self.over.setVisible(bool(shown.choices))
        for over, button in self.over.buttons.items():
            button.setEnabled(over in shown.choices)
        self.caption.setText(self._caption(shown))
        self.table.setVisible(bool(shown.scores))
        with QSignalBlocker(self.table):
            if shown.scores != self.table.scores:
                self.table.fill(shown.scores)
            places = [(each.layer, each.head) for each in shown.scores]
            self.table.setCurrentCell(-1, -1)
            if shown.place in places:
                self.table.selectRow(places.index(shown.place))
        count = len(shown.alignments.lines)
        self.line.setVisible(count > 1)
        with QSignalBlocker(self.line):
            self.line.setRange(0, count)
            self.line.setSuffix(" " + self.tr("of {count}").format(count=count))
            self.line.setValue(shown.alignments.number if shown.from_file else 0)

    def _caption(self, shown: AlignmentSnapshot) -> str:
        chosen, sample = shown.alignments, shown.sample
        row, _ = self._row_texts()[shown.row]
        if sample is not None:
            text = self.tr("{row} · {n} pairs of {task} · gold: their exact links")
            if sample.n < sample.total:
                text = self.tr("{row} · {n} of {total} pairs of {task} · gold: their exact links")
            task = safe(sample.task)
            return text.format(row=row, n=sample.n, total=sample.total, task=task)
        if not shown.scores:
            return self.tr(
                "The right links of this translation are unknown: open a file that has them."
            )
        text = self.tr("{row} · this sentence · gold: its exact links")
        if shown.from_file:
            text = self.tr("{row} · this sentence · gold: line {line} of {file}")
        return text.format(row=row, line=chosen.number, file=safe(chosen.file))

    def _row_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "predicted": (
                self.tr("Predicted row"),
                self.tr("Align a word by the row that predicts it"),
            ),
            "fed": (
                self.tr("Input row"),
                self.tr("Align a word by the row whose input it is, one later"),
            ),
        }

    def _over_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "sentence": (
                self.tr("This sentence"),
                self.tr("Score the heads on the sentence on screen"),
            ),
            "sample": (
                self.tr("Sample"),
                self.tr("Score the heads on pairs of the model’s own generated task"),
            ),
        }

    @Slot()
    def _on_selected(self) -> None:
        chosen = self.table.selectionModel().selectedRows()
        if chosen:
            layer, head, _ = self.table.scores[chosen[0].row()]
            self._pick_head(layer, head)

    @Slot()
    def _on_open(self) -> None:
        path = file_dialogs.ask_any_file(self, self.tr("Open a gold alignment (Pharaoh format)"))
        if path is not None:
            self._read_gold(path)
