"""Three buttons with the kinds' colours: encoder, decoder, cross."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from model.traces.trace import KINDS, Kind
from viz_app.design.theme import Theme
from viz_app.texts.sentences import kind_explanation, kind_name
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.buttons import TabToChecked
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

DENSITY = 4
"""Pixels of an icon for one px."""


class KindPills(Themed, Translated, QWidget):
    """A button for each kind; ``kind_picked`` tells which one was pressed."""

    kind_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._kinds: Collection[Kind] = KINDS
        self._buttons: dict[Kind, QPushButton] = {kind: self._button(kind) for kind in KINDS}
        self._row = filled(QHBoxLayout(self), *self._buttons.values())
        self._group.buttonClicked.connect(self._pick)
        TabToChecked(self._group)
        self._retranslate()
        self.set_theme(theme)

    def show_kind(self, kind: Kind, *, kinds: Collection[Kind] = KINDS) -> None:
        """Press the button of a kind; does not modify state. ``kinds``: those that there are."""
        self._buttons[kind].setChecked(True)
        self._kinds = kinds
        for other, button in self._buttons.items():
            button.setEnabled(other in kinds)
        self._show_tips()

    def button(self, kind: Kind) -> QPushButton:
        """The button of a kind."""
        return self._buttons[kind]

    def _dress(self) -> None:
        unit, side = self.theme.unit, 3 * self.theme.unit
        for kind, button in self._buttons.items():
            button.setIcon(dot(self.theme.kind_colour(kind), side, gap=unit))
            button.setIconSize(QSize(side + unit, side))
        self._row.setSpacing(2 * unit)

    def _button(self, kind: Kind) -> QPushButton:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setProperty("pill", kind)
        self._group.addButton(button)
        return button

    def _pick(self, button: QAbstractButton) -> None:
        self.kind_picked.emit(str(button.property("pill")))

    def _retranslate(self) -> None:
        names = {
            "encoder": self.tr("Encoder"),
            "decoder": self.tr("Decoder"),
            "cross": self.tr("Cross"),
        }
        for kind, button in self._buttons.items():
            button.setText(names[kind])
            button.setAccessibleName(self.tr("{kind} attention").format(kind=kind_name(kind)))
        self._show_tips()

    def _show_tips(self) -> None:
        """What a kind is, or why there is none."""
        missing = (
            self.tr("This model has an encoder alone: it reads a sentence and writes no target.")
            if "encoder" in self._kinds
            else self.tr("This model has a decoder alone: it goes on with a prompt, not a source.")
        )
        for kind, button in self._buttons.items():
            there = kind in self._kinds
            button.setToolTip(tool_tip(kind_explanation(kind) if there else missing))


def dot(colour: str, side: int, *, gap: int) -> QIcon:
    """A filled circle as an icon, ``gap`` px of room right of it, sharp on dense screens."""
    pixels = QPixmap(DENSITY * (side + gap), DENSITY * side)
    pixels.setDevicePixelRatio(DENSITY)
    pixels.fill(Qt.GlobalColor.transparent)
    with QPainter(pixels) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QRectF(1, 1, side - 2, side - 2))
    return QIcon(pixels)
