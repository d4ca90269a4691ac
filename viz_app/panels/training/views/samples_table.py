"""What a run makes of its probes: source, what it should say, what it says."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from model.traces.probe import Probe
from viz_app.design.theme import Theme
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.texts.run import watched_sentence
from viz_app.texts.isolates import isolated
from viz_app.texts.numbers import NO_NUMBER
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

COLUMNS = 4
RIGHT = "✓ "
"""Before a translation that is the target: the colour alone does not say it."""


class SamplesTable(Themed, Translated, QWidget):
    """A line for every probe, under a title that says after which epoch."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No lines yet."""
        super().__init__(parent)
        self._snapshot = RunViewSnapshot()
        self.title, self.table = text_label(parent=self), QTableWidget(0, COLUMNS, self)
        self.why = text_label(parent=self)
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: RunViewSnapshot) -> None:
        """Show the translations of the moment on show; shows, never modifies state."""
        old, self._snapshot = self._snapshot, snapshot
        if _shown(old) != _shown(snapshot):
            self._show()

    def _dress(self) -> None:
        self._rows.setSpacing(self.theme.unit)
        self._show()

    def _retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Sample translations"))
        self.table.setToolTip(
            self.tr("The same sentences again and again, translated greedily; ✓ = exactly right")
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
        """Nothing where the same stands already: with every cell Qt measures all lines again."""
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
        """With two runs side by side each column says whose it is."""
        says = self.tr("{name} says")
        both = self._snapshot.other_samples is not None
        own, other = (says.format(name=name) for name in self._snapshot.names)
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("source"),
                self.tr("should be"),
                own if both else self.tr("model says"),
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
