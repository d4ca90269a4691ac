"""The button that measures, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class MeasuringTools(Themed, Translated, QWidget):
    """Begins and ends a measurement."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        """Nothing is measured."""
        super().__init__()
        self.intents = intents
        self._running = False
        self.progress, self.button = QProgressBar(), QPushButton()
        self._row = filled(QHBoxLayout(self), self.progress, self.button)
        self.button.setProperty("compact", True)
        self.progress.hide()
        self.button.clicked.connect(self._on_clicked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show how far a measurement is."""
        measuring = snapshot.own.measuring
        self._running = measuring is not None
        self.progress.setVisible(self._running)
        if measuring is not None:
            self.progress.setRange(0, measuring.total)
            self.progress.setValue(measuring.done)
        self.button.setEnabled(snapshot.has_model)
        self._retranslate()

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)
        self.progress.setFixedWidth(20 * self.theme.unit)

    def _retranslate(self) -> None:
        if self._running:
            self.button.setText(self.tr("Stop"))
            self.button.setToolTip(self.tr("Measure no more; what is there stays"))
        else:
            self.button.setText(self.tr("Measure"))
            self.button.setToolTip(self.tr("Time every layer along the curves; takes seconds"))
        self.button.setAccessibleName(self.button.text())
        self.progress.setAccessibleName(self.tr("How far the measurement is"))

    @Slot()
    def _on_clicked(self) -> None:
        asked = self.intents
        (asked.measuring_cancelled if self._running else asked.measuring_requested).emit()
