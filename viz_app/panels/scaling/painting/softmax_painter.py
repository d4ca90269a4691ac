"""The softmax of the same scores times several factors, as groups of bars from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model.lessons.scaling.softmax_study import SoftmaxStudy
from viz_app.design.theme import Theme, Weight
from viz_app.panels.scaling.texts import (
    entropy_text,
    factor_text,
    softmax_note,
    softmax_title,
    weight_sentence,
)
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.plot_axes import Axes, left_room, paint_bottom_ticks, paint_left_ticks
from viz_app.pictures.plot_titles import paint_title_and_note
from viz_app.texts.token_text import visible

UP = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]
"""Beside the bars: weights are from 0 to 1, whatever they are."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SoftmaxPicture:
    """Weights of one query; ``studies`` are one for each factor, the user's own last."""

    studies: Sequence[SoftmaxStudy]
    keys: tuple[str, ...]
    random: bool
    divisor: float
    colour: str

    @property
    def title(self) -> str:
        """What it is."""
        return softmax_title(self.divisor)

    @property
    def note(self) -> str:
        """Where the most entropy would be."""
        return softmax_note(self.studies[-1])

    def sentence(self, index: int) -> str:
        """A key's weight and score."""
        group, key = divmod(index, len(self.keys))
        return weight_sentence(self.studies[group], self.keys[key], key, random=self.random)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> Sequence[QRectF]:
        """Paint the groups side by side; the columns of their bars, as high as the plot."""
        painter.save()
        top = paint_title_and_note(painter, rect, self.title, self.note, theme)
        columns: list[QRectF] = []
        for group, axes in enumerate(self._groups(rect, top, theme)):
            paint_left_ticks(painter, axes, UP if group == 0 else [], theme)
            columns += self._paint_group(painter, axes, self.studies[group], theme)
            own = group == len(self.studies) - 1
            self._paint_words(painter, axes.area, self.studies[group], theme, own=own)
        painter.restore()
        return columns

    def _groups(self, rect: QRectF, top: float, theme: Theme) -> list[Axes]:
        left, gap = left_room(theme, [text for _, text in UP]), 3.0 * theme.unit
        count = len(self.studies)
        width = (rect.width() - left - (count - 1) * gap) / count
        high = top + theme.small * 1.6
        room = width / len(self.keys)
        names = 1.5 if self._short_names(room, theme) else 0.2  # lines
        low = rect.bottom() - theme.small * (1.4 + names) - theme.unit
        return [
            Axes(
                area=QRectF(
                    rect.left() + left + group * (width + gap), high, width, max(low - high, 1.0)
                ),
                across=(0.0, float(len(self.keys))),
                up=(0.0, 1.0),
            )
            for group in range(count)
        ]

    def _paint_group(
        self, painter: QPainter, axes: Axes, study: SoftmaxStudy, theme: Theme
    ) -> list[QRectF]:
        area, columns = axes.area, list[QRectF]()
        room = axes.x(1) - axes.x(0)
        inset = 0.12 if room > theme.unit else 0.0
        for key, weight in enumerate(study.weights):
            left, right = axes.x(key + inset), axes.x(key + 1 - inset)
            bar = QRectF(QPointF(left, axes.y(float(weight))), QPointF(right, area.bottom()))
            painter.fillRect(bar, QColor(self.colour))
            columns.append(QRectF(axes.x(key), area.top(), room, area.height()))
        ticks = [(key + 0.5, name) for key, name in enumerate(self._short_names(room, theme))]
        paint_bottom_ticks(painter, axes, ticks, theme)
        return columns

    def _short_names(self, room: float, theme: Theme) -> list[str]:
        """Of the keys, where each has its room in px."""
        names = [visible(name) for name in self.keys]
        widest = max((text_width(theme, name, size=theme.small) for name in names), default=0.0)
        return names if widest <= room else []

    def _paint_words(
        self, painter: QPainter, area: QRectF, study: SoftmaxStudy, theme: Theme, *, own: bool
    ) -> None:
        """The factor above a group and the entropy below it."""
        named = bool(self._short_names(area.width() / len(self.keys), theme))
        weight: Weight = "bold" if own else "normal"
        painter.setFont(theme.font(theme.small, weight))
        painter.setPen(QColor(theme.text if own else theme.soft_text))
        centre = int(Qt.AlignmentFlag.AlignCenter)
        above = QRectF(area.left(), area.top() - theme.small * 1.6, area.width(), theme.small * 1.5)
        painter.drawText(above, centre, factor_text(study.factor))
        top = area.bottom() + theme.small * (1.5 if named else 0.2) + theme.unit
        below = QRectF(area.left(), top, area.width(), theme.small * 1.4)
        text = elided(
            theme, entropy_text(study), size=theme.small, width=area.width(), weight=weight
        )
        painter.drawText(below, centre, text)
