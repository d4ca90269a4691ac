"""Typeset formulas of ``resources/formulas``, painted in the theme's colours."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from viz_app.design.theme import Theme

FORMULAS = files("resources").joinpath("formulas")

SIZE = 24
"""Text size in the files, in px."""

ENLARGED = 1.15
"""Text size of a formula to that of the text around it."""


class Formula:
    """A formula; ``name`` is the first word of a line in ``formulas.tsv``."""

    def __init__(self, name: str, theme: Theme) -> None:
        """Load it."""
        svg = FORMULAS.joinpath(f"{name}.svg").read_text(encoding="utf-8")
        for stand_in, colour in (
            ('"black"', f'"{theme.text}"'),
            ("#100001", theme.query),
            ("#100002", theme.key),
            ("#100003", theme.value),
        ):
            svg = svg.replace(stand_in, colour)
        self._renderer = QSvgRenderer(QByteArray(svg.encode()))
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        box, share = self._renderer.viewBoxF(), theme.body * ENLARGED / SIZE
        self.size = QSizeF(box.width() * share, box.height() * share)
        self.text = spoken_formulas()[name]

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """At the left of a place, in the middle; smaller where it would be cut off."""
        share = min(1.0, rect.width() / self.size.width(), rect.height() / self.size.height())
        size = self.size * share
        corner = QPointF(rect.left(), rect.top() + (rect.height() - size.height()) / 2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, QRectF(corner, size))
        painter.restore()


@cache
def spoken_formulas() -> dict[str, str]:
    """Each formula as plain text, by name."""
    lines = FORMULAS.joinpath("formulas.tsv").read_text(encoding="utf-8").splitlines()
    return {name: text for name, _, text in (line.split("\t") for line in lines)}
