"""The strip on each tab that explains: its position on the map of the model, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy

from model.config import STACKS, Stack
from viz_app.app.panels import PANELS
from viz_app.design.theme import Theme
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import Band
from viz_app.widgets.themed import Translated
from viz_app.workbench.room import MapBlock, MapPlace, Panel
from viz_app.workbench.state import Workbench


def resolve_map(bench: Workbench) -> tuple[Stack, ...]:
    """The stacks of the model; both while there is none."""
    return bench.model.config.stacks if bench.model else STACKS


def blocks_of(stack: Stack, stacks: tuple[Stack, ...]) -> tuple[MapBlock, ...]:
    """The blocks of one column in order of computation."""
    crosses = stack == "decoder" and len(stacks) > 1
    cross: tuple[MapBlock, ...] = ("cross_attention",) if crosses else ()
    output: tuple[MapBlock, ...] = ("output",) if stack == stacks[-1] else ()
    return ("embedding", "positions", "self_attention", *cross, "feed_forward", *output)


BOX, STEP, ROWS = QSize(14, 3), QSize(20, 4), 6
"""A block, and the pitch of blocks, in px at 100 %; the most blocks in a column."""


def small_map(place: MapPlace, stacks: tuple[Stack, ...], theme: Theme, ratio: float) -> QPixmap:
    """The map with the blocks of ``place`` in the accent colour, columns aligned at the bottom."""
    size = QSize(len(stacks) * STEP.width(), ROWS * STEP.height())
    picture = QPixmap(size * (theme.scale * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.scale(theme.scale, theme.scale)
        for column, stack in enumerate(stacks):
            for row, block in enumerate(blocks_of(stack, stacks)):
                colour = theme.accent if block in place.blocks else theme.masked_line
                top = size.height() - (row + 1) * STEP.height()
                box = QRectF(column * STEP.width(), top, BOX.width(), BOX.height())
                painter.fillRect(box, QColor(colour))
    return picture


HEIGHT = 26
"""Not higher than the tabs beside it, in px at 100 %."""


class MapStrip(Band, Translated, QPushButton):
    """``Map ▸ Attention ▸ Scaling`` beside the small map; leads to the map."""

    def __init__(self) -> None:
        super().__init__()
        self._panel: Panel | None = None
        self._stacks: tuple[Stack, ...] = STACKS
        self.setProperty("link", True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_stacks(self, stacks: tuple[Stack, ...]) -> None:
        self._stacks = stacks
        self._show()

    @Slot(str)
    def follow(self, name: str) -> None:
        # Empty for a tab that is not on the map.
        self._panel = next((panel for panel in PANELS if panel.name == name), None)
        self._show()

    def _apply_theme(self) -> None:
        self.setFixedHeight(round(HEIGHT * self.theme.scale))
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        panel, place = self._panel, self._panel.on_map if self._panel else None
        self.setVisible(place is not None)
        if panel is None or place is None:
            return
        names = (*place.path, panel.title)
        steps = (QCoreApplication.translate("panels", name) for name in names)
        text = " ▸ ".join((self.tr("Map"), *steps))
        say(self, text, self.tr("Show where this is on the map of the model"))
        picture = small_map(place, self._stacks, self.theme, self.devicePixelRatioF())
        self.setIconSize(picture.deviceIndependentSize().toSize())
        self.setIcon(QIcon(picture))
