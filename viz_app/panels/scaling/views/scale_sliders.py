"""Two sliders whose steps are equal ratios: the length of the vectors, and a factor."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.scaling.intents import ScalingIntents
from viz_app.panels.scaling.state import LARGEST_D_K, LARGEST_FACTOR, SMALLEST_FACTOR
from viz_app.panels.scaling.texts import factor_text
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_small_typeset

PER_DECADE = 20
"""Steps of the factor from one power of ten to the next."""

PAGE = 5


class ScaleSliders(Themed, Translated, QWidget):
    """What the user turns: the length is a power of two, the factor a number above 0."""

    def __init__(self, theme: Theme, intents: ScalingIntents) -> None:
        super().__init__()
        self.d_k, self.factor = (QSlider(Qt.Orientation.Horizontal) for _ in range(2))
        self._values = text_label(), text_label()
        self._names = tuple(text_label("small", form=Qt.TextFormat.RichText) for _ in range(2))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._arrange()
        self.d_k.valueChanged.connect(lambda step: intents.d_k_chosen.emit(2**step))
        self.factor.valueChanged.connect(
            lambda step: intents.factor_chosen.emit(10.0 ** (step / PER_DECADE))
        )
        self.set_theme(theme)

    def show_values(self, d_k: int, factor: float, *, fixed: bool) -> None:
        """Show what is chosen; ``fixed`` vectors have the length that they have."""
        with QSignalBlocker(self.d_k), QSignalBlocker(self.factor):
            self.d_k.setValue(round(math.log2(d_k)))
            self.factor.setValue(round(PER_DECADE * math.log10(factor)))
        self.d_k.setEnabled(not fixed)
        texts = str(d_k), factor_text(factor)
        for slider, value, text in zip((self.d_k, self.factor), self._values, texts, strict=True):
            value.setText(text)
            slider.setAccessibleDescription(text)

    def _dress(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        for value in self._values:
            value.setFixedWidth(14 * unit)  # of the widest number
        for slider in (self.d_k, self.factor):
            slider.setMinimumHeight(6 * unit)  # the style's handle is higher than its groove
        self._retranslate()

    def _retranslate(self) -> None:
        texts = self.tr("Vector width d_k"), self.tr("Factor")
        for slider, name, text in zip((self.d_k, self.factor), self._names, texts, strict=True):
            show_small_typeset(name, text, self.theme)
            slider.setAccessibleName(text)
        self.d_k.setToolTip(self.tr("How many components each query and each key has"))
        self.factor.setToolTip(self.tr("What the scores are multiplied by before the softmax"))

    def _arrange(self) -> None:
        self.d_k.setRange(0, round(math.log2(LARGEST_D_K)))
        ends = (round(PER_DECADE * math.log10(end)) for end in (SMALLEST_FACTOR, LARGEST_FACTOR))
        self.factor.setRange(*ends)
        self.d_k.setPageStep(1)
        self.factor.setPageStep(PAGE)
        for name, slider, value, stretch in zip(
            self._names, (self.d_k, self.factor), self._values, (2, 3), strict=True
        ):
            name.setBuddy(slider)
            self._row.addWidget(name)
            self._row.addWidget(slider, stretch)
            self._row.addWidget(value)
