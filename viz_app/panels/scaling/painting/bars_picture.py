"""What a picture made of bars is to the widget that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme


class BarsPicture(Protocol):
    """A picture whose parts are numbered from left to right."""

    @property
    def title(self) -> str:
        """What it is."""

    @property
    def note(self) -> str:
        """What it comes to."""

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Paint it; where the mouse finds each part."""

    def sentence(self, index: int) -> str:
        """The exact numbers of a part."""
