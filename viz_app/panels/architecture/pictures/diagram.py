"""The diagram of a model, painted: blocks, lines, one enlarged sublayer."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from model.config import ModelConfig, Norm, Stack
from model.lessons.architecture import ArchitectureRecord, Block
from viz_app.design.theme import Theme, mixed
from viz_app.panels.architecture.pictures import layout as pictures_layout
from viz_app.panels.architecture.pictures import texts
from viz_app.panels.architecture.pictures.layout import layout_architecture
from viz_app.panels.architecture.room import BesideBlocks, explaining_tabs
from viz_app.pictures.labels import elided, text_width
from viz_app.pictures.text_line import TextSide, paint_line
from viz_app.texts.visible_token import visible

# -------------------------------------------------------------------------------------- flow marks
# What the diagrams are drawn with: bent lines, arrow heads, additions, the blocks' colours.


HEAD = 3.2
"""Half the width of an arrow's head, in px at 100 %."""


def rounded_path(points: tuple[QPointF, ...], radius: float) -> QPainterPath:
    """A polyline whose corners are rounded by ``radius`` px."""
    path = QPainterPath(points[0])
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        into, out = QLineF(corner, before), QLineF(corner, after)
        near = min(radius, into.length() / 2, out.length() / 2)
        if near <= 0:
            continue
        path.lineTo(into.pointAt(near / into.length()))
        path.quadTo(corner, out.pointAt(near / out.length()))
    path.lineTo(points[-1])
    return path


def paint_arrow_head(
    painter: QPainter, before: QPointF, end: QPointF, colour: str, theme: Theme
) -> None:
    """A triangle that ends at ``end``, on a line that comes from ``before``."""
    direction = QLineF(before, end)
    if direction.length() <= 0:
        return
    size = HEAD * theme.scale
    step = (end - before) / direction.length()
    aside = QPointF(-step.y(), step.x()) * size
    back = end - step * size * 1.7
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawPolygon(QPolygonF([end, back + aside, back - aside]))


def paint_plus(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.text), 1.2 * theme.scale))
    painter.setBrush(QColor(theme.panel))
    painter.drawEllipse(rect)
    middle, arm = rect.center(), 0.26 * rect.height()
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0))
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm))


def block_colour(block: Block, theme: Theme) -> str:
    """Colour of cross-attention; for other blocks that of their side."""
    if block.kind == "cross_attention":
        return theme.cross
    return side_colour(block.side, theme)


def side_colour(side: Stack, theme: Theme) -> str:
    return theme.encoder if side == "encoder" else theme.decoder


def block_fill(block: Block, theme: Theme) -> str:
    """Attention has the strongest fill, norms are grey, additions that of the panel."""
    shares = {
        "self_attention": 0.26,
        "cross_attention": 0.26,
        "feed_forward": 0.12,
        "embedding": 0.05,
        "output_transform": 0.12,
        "projection": 0.05,
        "softmax": 0.05,
    }
    if block.kind in {"embedding_norm", "norm", "final_norm"}:
        return mixed(theme.panel, theme.soft_text, share=0.18)
    return mixed(theme.panel, block_colour(block, theme), share=shares.get(block.kind, 0.0))


# ----------------------------------------------------------------------------------------- painter
# The diagram of a model: blocks, the residual stream through them, and what is said beside.


SMALLEST = 0.75
"""Smallest factor by which a name is reduced before it is elided."""


LINK = " ›"
"""Suffix of names that link to a tab."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DiagramPicture:
    """Content of the diagram.

    Attributes:
        layer: the unfolded one, on both sides.
        chosen: the framed block.
        beside: what is shown beside the blocks.
    """

    record: ArchitectureRecord
    layer: int
    chosen: Block | None
    beside: BesideBlocks


def paint_architecture(
    painter: QPainter, rect: QRectF, picture: DiagramPicture, theme: Theme
) -> pictures_layout.ArchitectureLayout:
    layout = layout_architecture(rect, picture.record, picture.layer, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    diagram = _Diagram(painter, layout, picture, theme)
    for column in layout.columns:
        diagram.paint_frame(column)
    for line in pictures_layout.diagram_lines(layout):
        _paint_line(painter, line, theme)
    for column in layout.columns:
        for plate in column.plates:
            _paint_plate(painter, plate, theme)
        for placed in column.blocks:
            mark = LINK if explaining_tabs(placed.block, picture.record) else ""
            _paint_block(painter, placed, theme, config=picture.record.config, mark=mark)
            diagram.paint_beside(column, placed)
        diagram.paint_captions(column)
    diagram.paint_totals(layout.free(rect))
    diagram.paint_choice()
    return layout


@dataclass(frozen=True, slots=True)
class _Diagram:
    """Paints the parts of the diagram."""

    painter: QPainter
    layout: pictures_layout.ArchitectureLayout
    picture: DiagramPicture
    theme: Theme

    def paint_frame(self, column: pictures_layout.BlockColumn) -> None:
        painter, picture, theme = self.painter, self.picture, self.theme
        painter.setPen(QPen(QColor(theme.line), max(1.0, theme.scale)))
        painter.setBrush(QColor(theme.background))
        painter.drawRoundedRect(column.frame, theme.radius, theme.radius)
        inside = column.frame.adjusted(2 * theme.unit, 0, -2 * theme.unit, 0)
        place = QRectF(inside.left(), column.name.top(), inside.width(), column.name.height())
        layer = picture.record.unfolded(column.side, picture.layer)
        text = texts.layer_of(layer, picture.record.config.depth(column.side))
        if text_width(theme, text, size=theme.small) > column.name.width() / 2:
            text = texts.folded_layers(range(layer, layer + 1))
        paint_line(painter, place, text, theme, side=_inner_side(column), whole=True)

    def paint_beside(
        self, column: pictures_layout.BlockColumn, placed: pictures_layout.PlacedBlock
    ) -> None:
        theme, picture = self.theme, self.picture
        text = texts.beside_text(placed.block, picture.beside, picture.record)
        place = column.beside(placed, self.layout.beside - theme.unit, float(theme.unit))
        paint_line(self.painter, place, text, theme, side=_inner_side(column), whole=True)
        if text and picture.beside == "multiply_adds":
            taken = text_width(theme, text, size=theme.small) + 1.5 * theme.unit
            is_left = column.side == "encoder"
            free = place.adjusted(*((0, 0, -taken, 0) if is_left else (taken, 0, 0, 0)))
            self._paint_share(free, placed, is_left=is_left)

    def _paint_share(
        self, free: QRectF, placed: pictures_layout.PlacedBlock, *, is_left: bool
    ) -> None:
        """A bar right of the value; the largest share fills the remaining width."""
        record = self.picture.record
        largest = max(record.share(block) for block in record.blocks)
        length = free.width() * record.share(placed.block) / largest
        height = 0.42 * placed.rect.height()
        left = free.right() - length if is_left else free.left()
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(block_colour(placed.block, self.theme)))
        self.painter.drawRect(QRectF(left, placed.rect.center().y() - height / 2, length, height))

    def paint_captions(self, column: pictures_layout.BlockColumn) -> None:
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
        text = texts.result_text(column.side, remembered=remembered)
        _paint_fitted(painter, place, text, theme, width=place.width(), colour=colour)

    def paint_totals(self, rect: QRectF) -> None:
        """Totals of the model, if they fit above the encoder."""
        theme, lines = self.theme, texts.total_lines(self.picture.record)
        height = 1.5 * theme.small
        if rect.height() < len(lines) * height:
            return
        for index, line in enumerate(lines):
            place = QRectF(rect.left(), rect.top() + index * height, rect.width(), height)
            colour = "" if index else theme.text
            text, size = fitted(line, place.width(), theme)
            paint_line(self.painter, place, text, theme, size=size, colour=colour, whole=True)

    def paint_choice(self) -> None:
        painter, theme, block = self.painter, self.theme, self.picture.chosen
        rect = self.layout.place_of(block) if block is not None else None
        if rect is None or block is None:
            return
        around = rect.adjusted(-2.5, -2.5, 2.5, 2.5)
        painter.setPen(QPen(QColor(theme.text), 1.8 * theme.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if block.kind in pictures_layout.CIRCLES:
            painter.drawEllipse(around)
        else:
            painter.drawRoundedRect(around, theme.small_radius + 1, theme.small_radius + 1)


def _paint_line(painter: QPainter, line: pictures_layout.FlowLine, theme: Theme) -> None:
    styles: dict[pictures_layout.LineRole, tuple[str, float]] = {
        "stream": (theme.soft_text, 1.6),
        "residual": (theme.soft_text, 1.2),
        "memory": (theme.cross, 1.6),
        "query": (theme.query, 1.6),
        "key": (theme.key, 1.6),
        "value": (theme.value, 1.6),
    }
    colour, width = styles[line.role]
    pen = QPen(QColor(colour), width * theme.scale)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(rounded_path(line.points, 4 * theme.scale))
    if line.arrow:
        paint_arrow_head(painter, line.points[-2], line.points[-1], colour, theme)


def _paint_plate(painter: QPainter, plate: pictures_layout.Plate, theme: Theme) -> None:
    colour = mixed(theme.panel, side_colour(plate.side, theme), share=0.5)
    painter.setPen(QPen(QColor(colour), max(1.0, theme.scale)))
    painter.setBrush(QColor(theme.panel))
    shift = 1.5 * theme.scale
    away = 1 if plate.layers.start == 0 else -1  # from the layer that is unfolded
    for sheet in reversed(range(min(3, len(plate.layers)))):
        place = plate.rect.translated(sheet * 2 * shift, away * sheet * shift)
        painter.drawRoundedRect(place, theme.small_radius, theme.small_radius)
    text = texts.folded_layers(plate.layers)
    paint_line(painter, plate.rect, text, theme, side="centre", whole=True)


def fitted(text: str, width: float, theme: Theme) -> tuple[str, int]:
    """A text and its size in px: reduced to fit, then elided."""
    sizes = range(theme.small, round(SMALLEST * theme.small) - 1, -1)
    fits = (size for size in sizes if text_width(theme, text, size=size) <= width)
    size = next(fits, sizes[-1])
    return elided(theme, text, size=size, width=width), size


def _inner_side(column: pictures_layout.BlockColumn) -> TextSide:
    """The side towards the diagram's middle, to which texts beside a column are aligned."""
    return "right" if column.side == "encoder" else "left"


def _paint_fitted(
    painter: QPainter, rect: QRectF, text: str, theme: Theme, *, width: float, colour: str
) -> None:
    shown, size = fitted(text, width, theme)
    paint_line(painter, rect, shown, theme, size=size, colour=colour, side="centre", whole=True)


def _paint_block(
    painter: QPainter,
    placed: pictures_layout.PlacedBlock,
    theme: Theme,
    *,
    config: ModelConfig,
    mark: str,
) -> None:
    block, rect = placed.block, placed.rect
    if placed.is_circle:
        paint_plus(painter, rect, theme)
        if block.kind == "positions":
            place = QRectF(rect.right() + theme.unit, rect.top(), 20 * theme.unit, rect.height())
            name = texts.positions_text() + mark
            paint_line(painter, place, name, theme, colour=theme.text, whole=True)
        return
    norm = block.kind in pictures_layout.NORMS
    base = theme.soft_text if norm else block_colour(block, theme)
    painter.setPen(QPen(QColor(mixed(theme.panel, base, share=0.7)), max(1.0, theme.scale)))
    painter.setBrush(QColor(block_fill(block, theme)))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    name, width = texts.block_name(block, config) + mark, rect.width() - 2
    _paint_fitted(painter, rect, name, theme, width=width, colour=theme.text)


# ------------------------------------------------------------------------------------------ sketch
# One sublayer in its residual connection, from left to right: post-norm or pre-norm.


BOX = (96.0, 26.0)
"""Greatest width, and height, of the boxes in px at 100 %."""


@dataclass(frozen=True, slots=True)
class SketchLayout:
    """Places in px; the stream runs through the middles from left to right."""

    sublayer: QRectF
    norm: QRectF
    add: QRectF
    fork: QPointF
    start: QPointF
    end: QPointF

    @property
    def stops(self) -> tuple[QRectF, QRectF, QRectF]:
        first, second, third = sorted(
            (self.sublayer, self.norm, self.add), key=lambda rect: rect.left()
        )
        return first, second, third


def layout_sketch(rect: QRectF, norm: Norm, theme: Theme) -> SketchLayout:
    scale = theme.scale
    width = min(BOX[0] * scale, 0.26 * rect.width())
    height, circle = BOX[1] * scale, 18 * scale
    gap = min(34 * scale, (rect.width() - 2 * width - circle) / 5)
    middle = rect.bottom() - height / 2 - 2 * scale
    left = rect.center().x() - (2 * width + circle + 5 * gap) / 2
    start, x = QPointF(left, middle), left + 1.5 * gap
    places: dict[str, QRectF] = {}
    order = ("norm", "sublayer", "add") if norm == "pre" else ("sublayer", "add", "norm")
    for name in order:
        size = circle if name == "add" else width
        tall = circle if name == "add" else height
        places[name] = QRectF(x, middle - tall / 2, size, tall)
        x += size + gap
    fork = QPointF(left + 0.75 * gap, middle)
    end = QPointF(x, middle)
    return SketchLayout(places["sublayer"], places["norm"], places["add"], fork, start, end)


def paint_sketch(
    painter: QPainter, rect: QRectF, norm: Norm, theme: Theme, *, names: tuple[str, str]
) -> SketchLayout:
    """Paint the sketch; ``names`` are those of the sublayer and of the norm."""
    layout = layout_sketch(rect, norm, theme)
    painter.setRenderHint(painter.RenderHint.Antialiasing)
    before = layout.start
    for stop in layout.stops:
        _paint_arrow(painter, (before, QPointF(stop.left(), before.y())), theme)
        before = QPointF(stop.right(), before.y())
    _paint_arrow(painter, (before, layout.end), theme)
    height = layout.norm.top() - 12 * theme.scale
    add = QPointF(layout.add.center().x(), layout.add.top())
    detour = (layout.fork, QPointF(layout.fork.x(), height), QPointF(add.x(), height), add)
    _paint_arrow(painter, detour, theme)
    sublayer, normalisation = names
    _paint_box(painter, layout.sublayer, sublayer, theme.encoder, theme, share=0.2)
    _paint_box(painter, layout.norm, normalisation, theme.soft_text, theme, share=0.18)
    paint_plus(painter, layout.add, theme)
    return layout


def _paint_arrow(painter: QPainter, points: tuple[QPointF, ...], theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.soft_text), 1.5 * theme.scale))
    painter.setBrush(QColor(0, 0, 0, 0))
    painter.drawPath(rounded_path(points, 5 * theme.scale))
    paint_arrow_head(painter, points[-2], points[-1], theme.soft_text, theme)


def _paint_box(
    painter: QPainter, rect: QRectF, name: str, colour: str, theme: Theme, *, share: float
) -> None:
    painter.setPen(QPen(QColor(mixed(theme.panel, colour, share=0.7)), max(1.0, theme.scale)))
    painter.setBrush(QColor(mixed(theme.panel, colour, share=share)))
    painter.drawRoundedRect(rect, theme.small_radius, theme.small_radius)
    paint_line(painter, rect, name, theme, colour=theme.text, side="centre", whole=True)
