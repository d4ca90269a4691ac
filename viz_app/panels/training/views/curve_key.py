"""What the lines of the loss are: training and validation, or those of two runs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.painting.run_lines import dot_pen, paint_dot, run_pen
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.line_key import LineKey
from viz_app.widgets.translated import Translated

DOT = 2.6
"""Radius of a dot, in px at 100 %."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A name, and what its mark shows: ``line`` of the training, ``dots`` of the validation."""

    name: str
    line: bool = True
    dots: bool = True
    own: bool = True


class CurveKey(Translated, LineKey):
    """Of one run or of two."""

    lengths, gaps = (6.0, 6.0), (4.0, 4.0)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Of a single run."""
        super().__init__(theme, parent)
        self._names = ("", "")
        self._retranslate()

    def set_names(self, own: str, other: str) -> None:
        """Show the name of the run and of the compared one, empty where there is none."""
        self._names = own, other
        self._retranslate()

    def entries(self) -> tuple[KeyEntry, ...]:
        """From left to right."""
        own, other = self._names
        if not other:
            training = KeyEntry(self.tr("training"), dots=False)
            return training, KeyEntry(self.tr("validation"), line=False)
        return KeyEntry(own), KeyEntry(other, own=False)

    def names(self) -> list[str]:
        """Those of the entries."""
        return [entry.name for entry in self.entries()]

    def paint_mark(self, painter: QPainter, line: QLineF, index: int) -> None:
        """A line, dots, or both."""
        theme, entry = self.theme, self.entries()[index]
        painter.setPen((run_pen if entry.line else dot_pen)(theme, own=entry.own))
        painter.drawLine(line)
        if entry.dots:
            paint_dot(painter, line.center(), theme, own=entry.own, radius=DOT)

    def _retranslate(self) -> None:
        said = self.tr("Line: training; dots: validation, on held-out pairs")
        _, other = self._names
        if other:
            dashed = self.tr("Dashed, with hollow dots: {name}").format(name=safe(other))
            said = f"{said}. {dashed}"
        self.setToolTip(tool_tip(said))
        self.setAccessibleName(", ".join(map(safe, self.names())))
        self.setAccessibleDescription(said)
        self.update()
