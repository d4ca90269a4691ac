"""A line for the numbers of dimensions: ``0, 1, 20``."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from viz_app.widgets.translated import Translated

MOST = 8
"""Curves beyond this many would not be told apart."""


class DimensionField(Translated, QLineEdit):
    """Emits a tuple of numbers that exist, from 0, however they were written."""

    dimensions_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._d_model = 1
        self._dimensions: tuple[int, ...] = ()
        self.setProperty("compact", True)
        self.editingFinished.connect(self._submit)
        self._retranslate()

    def set_d_model(self, d_model: int) -> None:
        """Dimensions run from 0 to ``d_model - 1``; those chosen stay as far as they exist."""
        self._d_model = d_model
        kept = tuple(number for number in self._dimensions if number < d_model)
        self._show(kept or first_dimensions(d_model))

    def dimensions(self) -> tuple[int, ...]:
        """What is chosen."""
        return self._dimensions

    def _submit(self) -> None:
        chosen = parse_dimensions(self.text(), self._d_model)
        before = self._dimensions
        self._show(chosen or before)
        if self._dimensions != before:
            self.dimensions_changed.emit(self._dimensions)

    def _show(self, dimensions: tuple[int, ...]) -> None:
        self._dimensions = dimensions
        self.setText(", ".join(str(number) for number in dimensions))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Dimensions"))
        self.setToolTip(self.tr("Numbers of the dimensions to draw as curves, such as 0, 1, 20"))


def parse_dimensions(text: str, d_model: int) -> tuple[int, ...]:
    """The numbers in a text that are dimensions, each once, in its order.

    >>> parse_dimensions("20, 1 1;999", 128)
    (20, 1)
    """
    numbers = (int(digits) for digits in re.findall(r"\d{1,6}", text))
    return tuple(dict.fromkeys(number for number in numbers if number < d_model))[:MOST]


def first_dimensions(d_model: int) -> tuple[int, ...]:
    """A fast pair, a slower one, and a slow one."""
    wanted = (0, 1, d_model // 4, d_model // 2)
    return tuple(dict.fromkeys(number for number in wanted if number < d_model))
