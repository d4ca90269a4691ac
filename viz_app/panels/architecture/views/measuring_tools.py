"""The button that measures, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.widgets.translated import Translated


class MeasuringTools(Translated, QWidget):
    """Begins and ends a measurement.

    Signals:
        measuring_requested: the user wants to know what this machine needs.
        measuring_cancelled: the user has had enough.
    """

    measuring_requested = Signal()
    measuring_cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is measured."""
        super().__init__(parent)
        self._running = False
        self.progress, self.button = QProgressBar(), QPushButton()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.progress)
        self._row.addWidget(self.button)
        self.button.setProperty("compact", True)
        self.progress.hide()
        self.button.clicked.connect(self._on_clicked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show how far a measurement is; does not modify state."""
        measuring = snapshot.measuring
        self._running = measuring is not None
        self.progress.setVisible(self._running)
        if measuring is not None:
            self.progress.setRange(0, measuring.total)
            self.progress.setValue(measuring.done)
        self.button.setEnabled(snapshot.d_model is not None)
        self._retranslate()

    def set_theme(self, theme: Theme) -> None:
        """Spacing."""
        self._row.setSpacing(2 * theme.unit)
        self.progress.setFixedWidth(20 * theme.unit)

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
        if self._running:
            self.measuring_cancelled.emit()
        else:
            self.measuring_requested.emit()
