"""The strip on each tab that explains: where it is on the map of the model, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QPushButton, QSizePolicy

from model.config import STACKS, Stack
from model.traces.trace import Kind
from viz_app.app.panels import PANELS
from viz_app.design.theme import Theme
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import Band
from viz_app.widgets.themed import Translated
from viz_app.workbench.room import MapBlock, MapPlace, Panel
from viz_app.workbench.state import Workbench

# ---------------------------------------------------------------------------------------- snapshot


@dataclass(frozen=True, slots=True)
class MapSnapshot:
    """What the small map is of: the stacks of the model, and the attention that is selected."""

    stacks: tuple[Stack, ...] = STACKS
    kind: Kind = "encoder"


def resolve_map(bench: Workbench) -> MapSnapshot:
    """Both stacks while there is no model."""
    stacks = bench.model.config.stacks if bench.model else STACKS
    return MapSnapshot(stacks, bench.selection.kind)


OF_KIND: dict[Kind, MapPlace] = {
    "encoder": MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Encoder"), QT_TRANSLATE_NOOP("panels", "Self-attention")),
        ("self_attention",),
        ("encoder",),
    ),
    "decoder": MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Decoder"), QT_TRANSLATE_NOOP("panels", "Self-attention")),
        ("self_attention",),
        ("decoder",),
    ),
    "cross": MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Decoder"), QT_TRANSLATE_NOOP("panels", "Cross-attention")),
        ("cross_attention",),
        ("decoder",),
    ),
}


def place_of(panel: Panel, kind: Kind) -> MapPlace | None:
    """Where a panel is on the map, with this attention selected."""
    place = panel.on_map
    return OF_KIND[kind] if place is not None and place.of_kind else place


def blocks_of(stack: Stack, stacks: tuple[Stack, ...]) -> tuple[MapBlock, ...]:
    """The blocks of one column of the small map, in the order in which they compute."""
    cross: tuple[MapBlock, ...] = ()
    if stack == "decoder" and len(stacks) > 1:
        cross = ("cross_attention",)
    output: tuple[MapBlock, ...] = ("output",) if stack == stacks[-1] else ()
    return ("embedding", "positions", "self_attention", *cross, "feed_forward", *output)


# ----------------------------------------------------------------------------------------- picture


BOX, GAP, BETWEEN = QSize(14, 3), 1, 6
"""Of a block, between two, and between both columns, in px at 100 %."""

ROWS = 6


def small_map(place: MapPlace, stacks: tuple[Stack, ...], theme: Theme, ratio: float) -> QPixmap:
    """The map with the blocks of a place in the accent colour; both columns stand on the ground."""
    scale = theme.scale
    height = (ROWS * (BOX.height() + GAP) - GAP) * scale
    width = len(stacks) * (BOX.width() + BETWEEN) * scale
    picture = QPixmap(QSize(round(width * ratio), round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        for column, stack in enumerate(stacks):
            left = column * (BOX.width() + BETWEEN) * scale
            for row, block in enumerate(blocks_of(stack, stacks)):
                marked = block in place.blocks and stack in place.stacks
                painter.setBrush(QColor(theme.accent if marked else theme.masked_line))
                top = height - (row * (BOX.height() + GAP) + BOX.height()) * scale
                painter.drawRect(QRectF(left, top, BOX.width() * scale, BOX.height() * scale))
    return picture


# ------------------------------------------------------------------------------------------- strip


HEIGHT = 26
"""Not higher than the tabs beside it, in px at 100 %."""


class MapStrip(Band, Translated, QPushButton):
    """``Map ▸ Encoder ▸ Self-attention ▸ One head`` beside the small map; leads to the map."""

    def __init__(self) -> None:
        """Of no tab yet."""
        super().__init__()
        self._panel: Panel | None = None
        self._snapshot = MapSnapshot()
        self.setProperty("link", True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_snapshot(self, snapshot: MapSnapshot) -> None:
        """Show another model or another attention."""
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    @Slot(str)
    def follow(self, name: str) -> None:
        """Show the place of the tab in front; nothing of one that the map does not have."""
        self._panel = next(panel for panel in PANELS if panel.name == name)
        self._show()

    def _dress(self) -> None:
        self.setFixedHeight(round(HEIGHT * self.theme.scale))
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        panel = self._panel
        place = place_of(panel, self._snapshot.kind) if panel else None
        self.setVisible(place is not None)
        if panel is None or place is None:
            return
        names = (*place.path, panel.title)
        steps = (QCoreApplication.translate("panels", name) for name in names)
        text = " ▸ ".join((self.tr("Map"), *steps))
        say(self, text, self.tr("Show where this is on the map of the model"))
        ratio = self.devicePixelRatioF()
        picture = small_map(place, self._snapshot.stacks, self.theme, ratio)
        self.setIconSize(picture.deviceIndependentSize().toSize())
        self.setIcon(QIcon(picture))
