"""Figures drawn without a window; imported late, because it needs Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPen

from model.lessons.masks import MaskRecord
from model.messages import Message
from viz_app.cli.picture_options import Look
from viz_app.design.theme import Theme, dark_theme, light_theme
from viz_app.panels.attention.pictures.figures import attention_figure, attention_picture
from viz_app.panels.attention.room import AttentionSnapshot
from viz_app.panels.masks.pictures.masks import Masks, batch_masks, mask_legend
from viz_app.panels.masks.pictures.token_rows import batch_rows
from viz_app.panels.positions.pictures import (
    bias_curves,
    bias_matrix,
    kind_line,
    similarity_picture,
    table_formula,
    table_picture,
)
from viz_app.panels.positions.room import PositionsSnapshot
from viz_app.pictures.figure_files import Paint, save_figure, with_caption
from viz_app.pictures.legend import legend_width, paint_legend
from viz_app.pictures.plot import curve_pen
from viz_app.pictures.typeset import Formula, paint_line, paint_plot_titles
from viz_app.texts.labels import MISSING_CJK_FONT, missing_cjk_font
from viz_app.texts.picture_caption import picture_caption
from viz_app.workbench.state import Workbench

# ---------------------------------------------------------------------------------- lesson figures
# Figures of masks and positions to keep: painted by the same painters as the window.


translate = QCoreApplication.translate

MARGIN = 16.0
FOOT = 3.0
"""Height of a formula or of a few words, in text sizes."""
MASK_SIDE, BATCH_HEIGHT, LEGEND_HEIGHT = 340, 56, 16


def figure_size(subject: MaskRecord | PositionsSnapshot) -> QSize:
    """Width and height in px."""
    if isinstance(subject, MaskRecord):
        sentences = len(subject.src_tokens)
        return QSize(
            4 * MASK_SIDE, BATCH_HEIGHT + LEGEND_HEIGHT + 80 + sentences * (MASK_SIDE + 40)
        )
    return QSize(1320, 640)


def paint_masks_figure(painter: QPainter, rect: QRectF, record: MaskRecord, theme: Theme) -> None:
    painter.fillRect(rect, theme.panel)
    inner = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    batch = QRectF(inner.left(), inner.top(), inner.width(), BATCH_HEIGHT)
    batch_rows(record).paint(painter, batch, theme)
    sentences = len(record.src_tokens)
    legend = batch.bottomLeft() + QPointF(0, theme.unit * 3)
    paint_legend(painter, legend, mask_legend(), theme)
    left = legend.x() + legend_width(mask_legend(), theme) + 6 * theme.unit
    line = QRectF(left, legend.y() - 4, inner.right() - left, theme.small + 8)
    whose = translate(
        "masks",
        "The second sentence is an example: in a batch, shorter ones are padded to the length of "
        "the longest",
    )
    paint_line(painter, line, whose, theme)
    top = batch.bottom() + LEGEND_HEIGHT + MARGIN
    height = (inner.bottom() - top - (sentences - 1) * MARGIN) / sentences
    for sentence in range(sentences):
        place = QRectF(inner.left(), top + sentence * (height + MARGIN), inner.width(), height)
        Masks(masks=batch_masks(record, sentence)).paint(painter, place, theme)


def paint_positions_figure(
    painter: QPainter, rect: QRectF, snapshot: PositionsSnapshot, theme: Theme
) -> None:
    painter.fillRect(rect, theme.panel)
    inner = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    words = kind_line(snapshot)
    both = words and snapshot.kind == "sinusoidal"
    foot = theme.body * FOOT * (2 if both else 1)
    left = QRectF(inner.left(), inner.top(), inner.width() * 0.55, inner.height() - foot)
    right = QRectF(left.right() + MARGIN, inner.top(), 0, left.height())
    right.setRight(inner.right())
    if snapshot.has_table:
        table_picture(snapshot).paint(painter, left, theme)
        similarity_picture(snapshot).paint(painter, right, theme)
    elif snapshot.distances:
        bias_matrix(snapshot).paint(painter, left, theme)
        _paint_bias_curves(painter, right, snapshot, theme)
    painter.save()
    painter.setFont(theme.font(theme.body))
    painter.setPen(theme.soft_text)
    line = QRectF(inner.left(), inner.bottom() - foot, inner.width(), foot)
    wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignBottom
    painter.drawText(line, int(wrapped), words)
    formula = table_formula(snapshot)
    if formula:
        line.setHeight(theme.body * FOOT)  # above the words, if there are any
        Formula(formula, theme, size=theme.small).paint(painter, line)
    painter.restore()


def _paint_bias_curves(
    painter: QPainter, rect: QRectF, snapshot: PositionsSnapshot, theme: Theme
) -> None:
    height = (rect.height() - MARGIN) / len(snapshot.distances)
    for number, stack in enumerate(snapshot.distances):
        place = QRectF(rect.left(), rect.top() + number * (height + MARGIN), rect.width(), height)
        picture = bias_curves(snapshot, stack)
        pens = [curve_pen(theme, head) for head in range(len(picture.curves))]
        place.setTop(paint_plot_titles(painter, place, picture.title, "", theme))
        key = QRectF(place.left(), place.top(), place.width(), theme.small * 1.5)
        _paint_key(painter, key, pens, theme)
        place.setTop(key.bottom())
        picture.paint(painter, place, theme)


def _paint_key(painter: QPainter, rect: QRectF, pens: Sequence[QPen], theme: Theme) -> None:
    step = min(rect.width() / len(pens), 12.0 * theme.unit)
    for head, pen in enumerate(pens):
        line = QLineF(rect.left() + head * step, rect.center().y(), 0, rect.center().y())
        line.setP2(QPointF(line.x1() + step * 0.45, line.y1()))
        painter.setPen(pen)
        painter.drawLine(line)
        number = QRectF(line.x2() + theme.unit, rect.top(), step * 0.5, rect.height())
        paint_line(painter, number, str(head + 1), theme, colour=theme.text)


# ----------------------------------------------------------------------------------------- drawing
# Drawing without a window. Imports Qt: only :mod:`viz_app.cli.render` imports it, and late.


Subject = AttentionSnapshot | MaskRecord | PositionsSnapshot

_FIRST_CJK = "\u2e80"


def open_canvas() -> QCoreApplication:
    # Qt needs an application object in order to draw; keep it until all is drawn.
    return QGuiApplication.instance() or QGuiApplication(["headlight"])


def missing_font(tokens: Iterable[str]) -> Message | None:
    """A message if Chinese tokens would be drawn as boxes, else None."""
    is_chinese = any(char >= _FIRST_CJK for token in tokens for char in token)
    return MISSING_CJK_FONT if is_chinese and missing_cjk_font() else None


def save_view(path: Path, subject: Subject, *, bench: Workbench, look: Look) -> None:
    """Draw a view in the format of the path's suffix; raises WriteError."""
    theme = dark_theme() if look.theme == "dark" else light_theme()
    size, paint = _figure(subject, theme)
    if look.captioned:
        size, paint = with_caption(size, paint, caption=_caption(subject, bench), theme=theme)
    save_figure(path, size, paint, ratio=look.ratio)


def _figure(subject: Subject, theme: Theme) -> tuple[QSize, Paint]:
    if isinstance(subject, AttentionSnapshot):
        return attention_figure(subject, theme)
    size = figure_size(subject)
    if isinstance(subject, MaskRecord):
        return size, partial(paint_masks_figure, record=subject, theme=theme)
    return size, partial(paint_positions_figure, snapshot=subject, theme=theme)


def _caption(subject: Subject, bench: Workbench) -> str:
    shown = attention_picture(subject).caption() if isinstance(subject, AttentionSnapshot) else ()
    name = "" if bench.model is None else bench.model.name
    return picture_caption(
        model=name, trace=bench.trace, interventions=bench.interventions, shown=shown
    )
