"""The diagram of a model: blocks, the residual stream through them, and what is said beside."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.config import ModelConfig
from model.lessons.architecture.record import ArchitectureRecord, Block
from viz_app.design.theme import Theme, mixed
from viz_app.panels.architecture.painting import flow_marks, places
from viz_app.panels.architecture.painting.layout import layout_architecture
from viz_app.panels.architecture.state import BesideBlocks
from viz_app.panels.architecture.texts import blocks
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.texts.visible_token import visible

SMALLEST = 0.75
"""Least size of a name to that of other small text, before it is cut off."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DiagramPicture:
    """What is drawn.

    Attributes:
        layer: the one that is unfolded, on both sides.
        chosen: the block that is framed.
        beside: what is said beside the blocks.
    """

    record: ArchitectureRecord
    layer: int
    chosen: Block | None
    beside: BesideBlocks


def paint_architecture(
    painter: QPainter, rect: QRectF, picture: DiagramPicture, theme: Theme
) -> places.ArchitectureLayout:
    """Paint the diagram; where everything is."""
    layout = layout_architecture(rect, picture.record, picture.layer, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    diagram = _Diagram(painter, layout, picture, theme)
    for column in layout.columns:
        diagram.paint_frame(column)
    for line in places.diagram_lines(layout):
        _paint_line(painter, line, theme)
    for column in layout.columns:
        for plate in column.plates:
            _paint_plate(painter, plate, theme)
        for placed in column.blocks:
            _paint_block(painter, placed, theme, config=picture.record.config)
            diagram.paint_beside(column, placed)
        diagram.paint_captions(column)
    diagram.paint_totals(layout.free(rect))
    diagram.paint_choice()
    return layout


@dataclass(frozen=True, slots=True)
class _Diagram:
    """What is painted where."""

    painter: QPainter
    layout: places.ArchitectureLayout
    picture: DiagramPicture
    theme: Theme

    def paint_frame(self, column: places.BlockColumn) -> None:
        """Around the unfolded layer, with its number."""
        painter, picture, theme = self.painter, self.picture, self.theme
        painter.setPen(QPen(QColor(theme.line), max(1.0, theme.scale)))
        painter.setBrush(QColor(theme.background))
        painter.drawRoundedRect(column.frame, theme.radius, theme.radius)
        inside = column.frame.adjusted(2 * theme.unit, 0, -2 * theme.unit, 0)
        place = QRectF(inside.left(), column.name.top(), inside.width(), column.name.height())
        layer = picture.record.unfolded(column.side, picture.layer)
        text = blocks.layer_of(layer, picture.record.config.depth(column.side))
        if text_width(theme, text, size=theme.small) > column.name.width() / 2:
            text = blocks.folded_layers(range(layer, layer + 1))
        paint_line(painter, place, text, theme, side=_inner_side(column), whole=True)

    def paint_beside(self, column: places.BlockColumn, placed: places.PlacedBlock) -> None:
        """What is said of a block, and a bar after the multiplications."""
        theme, picture = self.theme, self.picture
        text = blocks.beside_text(placed.block, picture.beside, picture.record)
        place = column.beside(placed, self.layout.beside - theme.unit, float(theme.unit))
        paint_line(self.painter, place, text, theme, side=_inner_side(column), whole=True)
        if text and picture.beside == "multiply_adds":
            taken = text_width(theme, text, size=theme.small) + 1.5 * theme.unit
            is_left = column.side == "encoder"
            free = place.adjusted(*((0, 0, -taken, 0) if is_left else (taken, 0, 0, 0)))
            self._paint_share(free, placed, is_left=is_left)

    def _paint_share(self, free: QRectF, placed: places.PlacedBlock, *, is_left: bool) -> None:
        """A bar from where the number ends; the largest share fills what is left."""
        record = self.picture.record
        largest = max(record.share(block) for block in record.blocks)
        length = free.width() * record.share(placed.block) / largest
        height = 0.42 * placed.rect.height()
        left = free.right() - length if is_left else free.left()
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(flow_marks.block_colour(placed.block, self.theme)))
        self.painter.drawRect(QRectF(left, placed.rect.center().y() - height / 2, length, height))

    def paint_captions(self, column: places.BlockColumn) -> None:
        """What goes in at the bottom and what comes out at the top, as far as the memory's line."""
        painter, theme = self.painter, self.theme
        tokens = " ".join(visible(token) for token in self.picture.record.tokens(column.side))
        half = abs(self.layout.memory - column.middle) - theme.unit
        caption = column.caption
        place = QRectF(column.middle - half, caption.top(), 2 * half, caption.height())
        paint_line(painter, place, tokens, theme, colour=theme.text, side="centre")
        remembered = column.side == "encoder" and len(self.layout.columns) > 1
        colour = theme.cross if remembered else theme.soft_text
        # above the line that goes to the decoder, however low the boxes are
        place.setTop(column.result.bottom() - max(place.height(), 1.6 * theme.small))
        place.setBottom(column.result.bottom())
        text = blocks.result_text(column.side, remembered=remembered)
        _paint_fitted(painter, place, text, theme, width=place.width(), colour=colour)

    def paint_totals(self, rect: QRectF) -> None:
        """How large it is in all, where there is room above the encoder."""
        theme, lines = self.theme, blocks.total_lines(self.picture.record)
        height = 1.5 * theme.small
        if rect.height() < len(lines) * height:
            return
        for index, line in enumerate(lines):
            place = QRectF(rect.left(), rect.top() + index * height, rect.width(), height)
            colour = "" if index else theme.text
            text, size = fitted(line, place.width(), theme)
            paint_line(self.painter, place, text, theme, size=size, colour=colour, whole=True)

    def paint_choice(self) -> None:
        """A frame around the chosen block."""
        painter, theme, block = self.painter, self.theme, self.picture.chosen
        rect = self.layout.place_of(block) if block is not None else None
        if rect is None or block is None:
            return
        around = rect.adjusted(-2.5, -2.5, 2.5, 2.5)
        painter.setPen(QPen(QColor(theme.text), 1.8 * theme.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if block.kind in places.CIRCLES:
            painter.drawEllipse(around)
        else:
            painter.drawRoundedRect(around, theme.small_radius + 1, theme.small_radius + 1)


def _paint_line(painter: QPainter, line: places.FlowLine, theme: Theme) -> None:
    colour, width = _line_style(line.role, theme)
    pen = QPen(QColor(colour), width * theme.scale)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(flow_marks.rounded_path(line.points, 4 * theme.scale))
    if line.arrow:
        flow_marks.paint_arrow_head(painter, line.points[-2], line.points[-1], colour, theme)


def _line_style(role: places.LineRole, theme: Theme) -> tuple[str, float]:
    return {
        "stream": (theme.soft_text, 1.6),
        "residual": (theme.soft_text, 1.2),
        "memory": (theme.cross, 1.6),
        "query": (theme.query, 1.6),
        "key": (theme.key, 1.6),
        "value": (theme.value, 1.6),
    }[role]


def _paint_plate(painter: QPainter, plate: places.Plate, theme: Theme) -> None:
    """Folded layers: a sheet on others."""
    colour = mixed(theme.panel, flow_marks.side_colour(plate.side, theme), share=0.5)
    painter.setPen(QPen(QColor(colour), max(1.0, theme.scale)))
    painter.setBrush(QColor(theme.panel))
    shift = 1.5 * theme.scale
    away = 1 if plate.layers.start == 0 else -1  # from the layer that is unfolded
    for sheet in reversed(range(min(3, len(plate.layers)))):
        place = plate.rect.translated(sheet * 2 * shift, away * sheet * shift)
        painter.drawRoundedRect(place, theme.small_radius, theme.small_radius)
    text = blocks.folded_layers(plate.layers)
    paint_line(painter, plate.rect, text, theme, side="centre", whole=True)


def fitted(text: str, width: float, theme: Theme) -> tuple[str, int]:
    """A small text and its size: smaller where it would be cut off, and cut off at last."""
    sizes = range(theme.small, round(SMALLEST * theme.small) - 1, -1)
    fits = (size for size in sizes if text_width(theme, text, size=size) <= width)
    size = next(fits, sizes[-1])
    return elided(theme, text, size=size, width=width), size


def _inner_side(column: places.BlockColumn) -> TextSide:
    """Towards the diagram's middle, on which what stands beside a side ends."""
    return "right" if column.side == "encoder" else "left"


def _paint_fitted(
    painter: QPainter, rect: QRectF, text: str, theme: Theme, *, width: float, colour: str
) -> None:
    shown, size = fitted(text, width, theme)
    paint_line(painter, rect, shown, theme, size=size, colour=colour, side="centre", whole=True)


def _paint_block(
    painter: QPainter, placed: places.PlacedBlock, theme: Theme, *, config: ModelConfig
) -> None:
    if placed.is_circle:
        _paint_circle(painter, placed, theme)
        return
    block = placed.block
    norm = block.kind in places.NORMS
    base = theme.soft_text if norm else flow_marks.block_colour(block, theme)
    painter.setPen(QPen(QColor(mixed(theme.panel, base, share=0.7)), max(1.0, theme.scale)))
    painter.setBrush(QColor(flow_marks.block_fill(block, theme)))
    painter.drawRoundedRect(placed.rect, theme.small_radius, theme.small_radius)
    name, width = blocks.block_name(block, config), placed.rect.width() - 2
    _paint_fitted(painter, placed.rect, name, theme, width=width, colour=theme.text)


def _paint_circle(painter: QPainter, placed: places.PlacedBlock, theme: Theme) -> None:
    """A plus in a circle; the positions have their name beside it."""
    rect = placed.rect
    flow_marks.paint_plus(painter, rect, theme)
    if placed.block.kind == "positions":
        place = QRectF(rect.right() + theme.unit, rect.top(), 20 * theme.unit, rect.height())
        paint_line(painter, place, blocks.positions_text(), theme, colour=theme.text, whole=True)
