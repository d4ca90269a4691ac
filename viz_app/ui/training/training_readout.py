"""Where a training run is, in numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from model.progress import TrainingProgress
from viz_app.ui.design.theme import Theme
from viz_app.ui.texts.numbers import NO_NUMBER, duration, short_loss

_FIELDS = ("epoch", "update", "loss", "validation", "speed", "left")


class TrainingReadout(QWidget):
    """A progress bar over a row of captioned numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No run yet."""
        super().__init__(parent)
        self._progress: TrainingProgress | None = None
        self._validation: float | None = None
        self.bar = QProgressBar(self, textVisible=False)
        self.values = {field: QLabel(self) for field in _FIELDS}
        self._captions = {field: QLabel(self) for field in _FIELDS}
        self._arrange()
        self.retranslate()

    def set_progress(self, progress: TrainingProgress | None, validation: float | None) -> None:
        """Show a report and the last validation loss; shows, never modifies state."""
        self._progress, self._validation = progress, validation
        self.bar.setMaximum(progress.updates if progress else 1)
        self.bar.setValue(progress.update if progress else 0)
        for field, text in self._texts().items():
            self.values[field].setText(text)

    def set_theme(self, theme: Theme) -> None:
        """Take the theme's spacing."""
        self._rows.setSpacing(3 * theme.unit)
        self._grid.setHorizontalSpacing(4 * theme.unit)
        self._grid.setVerticalSpacing(0)

    def retranslate(self) -> None:
        """Show all texts in the current language."""
        captions = {
            "epoch": self.tr("epoch"),
            "update": self.tr("update"),
            "loss": self.tr("loss"),
            "validation": self.tr("validation loss"),
            "speed": self.tr("tokens/s"),
            "left": self.tr("time left"),
        }
        for field, text in captions.items():
            self._captions[field].setText(text)
        self.bar.setAccessibleName(self.tr("Training progress"))
        self.bar.setToolTip(self.tr("Updates done"))
        self.set_progress(self._progress, self._validation)

    def _arrange(self) -> None:
        self._rows, self._grid = QVBoxLayout(self), QGridLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addWidget(self.bar)
        self._rows.addLayout(self._grid)
        for column, field in enumerate(_FIELDS):
            self._captions[field].setProperty("role", "small")
            self.values[field].setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._grid.addWidget(self._captions[field], 0, column)
            self._grid.addWidget(self.values[field], 1, column)
            self._grid.setColumnStretch(column, 1)

    def _texts(self) -> dict[str, str]:
        progress = self._progress
        if progress is None:
            return dict.fromkeys(_FIELDS, NO_NUMBER)
        of = self.tr("{number} of {total}")
        validation = self._validation
        return {
            "epoch": of.format(number=progress.epoch, total=progress.epochs),
            "update": of.format(number=progress.update, total=progress.updates),
            "loss": short_loss(progress.loss),
            "validation": NO_NUMBER if validation is None else short_loss(validation),
            "speed": f"{progress.tokens_per_second:,.0f}",
            "left": duration(progress.seconds_left),
        }
