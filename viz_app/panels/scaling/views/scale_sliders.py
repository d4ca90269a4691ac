"""Two sliders whose steps are equal ratios: the length of the vectors, and a factor."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.scaling.state import LARGEST_D_K, LARGEST_FACTOR, SMALLEST_FACTOR
from viz_app.panels.scaling.texts import factor_text
from viz_app.widgets.translated import Translated

PER_DECADE = 20
"""Steps of the factor from one power of ten to the next."""

PAGE = 5


class ScaleSliders(Translated, QWidget):
    """What the user turns.

    Signals:
        d_k_chosen: a power of two.
        factor_chosen: a number above 0.
    """

    d_k_chosen = Signal(int)
    factor_chosen = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.d_k, self.factor = (QSlider(Qt.Orientation.Horizontal) for _ in range(2))
        self._names, self._values = (QLabel(), QLabel()), (QLabel(), QLabel())
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._dress()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def show_values(self, d_k: int, factor: float, *, fixed: bool) -> None:
        """Show what is chosen; ``fixed`` vectors have the length that they have."""
        with QSignalBlocker(self.d_k), QSignalBlocker(self.factor):
            self.d_k.setValue(round(math.log2(d_k)))
            self.factor.setValue(round(PER_DECADE * math.log10(factor)))
        self.d_k.setEnabled(not fixed)
        for label, text in zip(self._values, (str(d_k), factor_text(factor)), strict=True):
            label.setText(text)
        self.d_k.setAccessibleDescription(str(d_k))
        self.factor.setAccessibleDescription(factor_text(factor))

    def set_theme(self, theme: Theme) -> None:
        """Spacing, and room for the widest number."""
        self._row.setSpacing(2 * theme.unit)
        for label in self._values:
            label.setMinimumWidth(14 * theme.unit)
        for slider in (self.d_k, self.factor):
            slider.setMinimumHeight(6 * theme.unit)  # the style's handle is higher than its groove

    def _retranslate(self) -> None:
        for label, text in zip(
            self._names, (self.tr("Vector length d_k"), self.tr("Factor")), strict=True
        ):
            label.setText(text)
        self.d_k.setAccessibleName(self.tr("Vector length d_k"))
        self.d_k.setToolTip(self.tr("How many components each query and each key has"))
        self.factor.setAccessibleName(self.tr("Factor"))
        self.factor.setToolTip(self.tr("What the scores are multiplied by before the softmax"))

    def _dress(self) -> None:
        self.d_k.setRange(0, round(math.log2(LARGEST_D_K)))
        ends = (round(PER_DECADE * math.log10(end)) for end in (SMALLEST_FACTOR, LARGEST_FACTOR))
        self.factor.setRange(*ends)
        self.d_k.setPageStep(1)
        self.factor.setPageStep(PAGE)
        for name, slider, value, stretch in zip(
            self._names, (self.d_k, self.factor), self._values, (2, 3), strict=True
        ):
            name.setProperty("role", "small")
            name.setBuddy(slider)
            self._row.addWidget(name)
            self._row.addWidget(slider, stretch)
            self._row.addWidget(value)

    def _connect(self) -> None:
        self.d_k.valueChanged.connect(lambda step: self.d_k_chosen.emit(2**step))
        self.factor.valueChanged.connect(
            lambda step: self.factor_chosen.emit(10.0 ** (step / PER_DECADE))
        )
