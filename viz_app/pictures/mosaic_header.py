"""Above a mosaic: which kind it shows, in which colours, and what its tiles are marked with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.traces.head_measures import Measure, has_measure
from viz_app.design.colour_map import diverging_lut, lut_for
from viz_app.design.theme import Theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.cell_image import ZERO, Argb, colour_table, to_image
from viz_app.pictures.legend import paint_legend
from viz_app.pictures.levels import ticks
from viz_app.pictures.measure_marks import tint
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.texts.measure_names import end_number, measure_name, short_measure_name, with_unit
from viz_app.texts.mosaic_sentences import kind_title, measure_ends, missing_text, unlike_note
from viz_app.texts.numbers import NO_NUMBER
from viz_app.texts.sentences import axes_sentence
from viz_app.workbench.snapshots.pictures import MosaicSnapshot
from viz_app.workbench.state.attention_options import Scale

translate = QCoreApplication.translate

RAMP = 12
"""Length of a colour ramp, in units of spacing."""

_SIGNS: dict[Scale, str] = {"linear": "", "sqrt": " √", "log": " log"}
"""How a ramp says that its colours are not in proportion."""


@dataclass(frozen=True, slots=True)
class RampWords:
    """What stands left and right of a ramp."""

    before: str
    after: str

    def width(self, theme: Theme) -> float:
        """Px that the ramp and its words take."""
        words = sum(text_width(theme, text, size=theme.small) for text in (self.before, self.after))
        return words + (RAMP + 4) * theme.unit


def header_height(
    snapshot: MosaicSnapshot, theme: Theme, *, titled: bool, labelled: bool = False
) -> float:
    """Lines for title, axes, the measure or the difference, and why no difference is shown."""
    title = _title_height(theme) if titled or labelled else 0.0
    told = snapshot.measure is not None or snapshot.compared is not None
    return title + (labelled + told + (snapshot.unlike is not None)) * _line_height(theme)


def paint_header(
    painter: QPainter,
    place: QRectF,
    snapshot: MosaicSnapshot,
    theme: Theme,
    *,
    titled: bool,
    labelled: bool = False,
) -> None:
    """Paint the lines into a place of :func:`header_height`."""
    line = QRectF(place.left(), place.top(), place.width(), _title_height(theme))
    if titled or labelled:
        _paint_title(painter, line, snapshot, theme)
        line.translate(0, line.height())
    line.setHeight(_line_height(theme))
    if labelled:
        _paint_axes(painter, line, snapshot, theme)
        line.translate(0, line.height())
    paint_line(painter, line, unlike_note(snapshot), theme)
    line.moveBottom(place.bottom())
    if snapshot.compared is not None:
        name = translate("attention", "difference")
        words = RampWords(f"{name}  −1", "1" + _SIGNS[snapshot.scale])
        _paint_ramp(painter, line, words, colour_table(diverging_lut(theme), theme)[ZERO:], theme)
    elif snapshot.measure is not None:
        _paint_measure(painter, line, snapshot, snapshot.measure, theme)


def weight_words(scale: Scale) -> RampWords:
    """Both ends of the colours of weights."""
    marks = ticks(scale)
    return RampWords(marks[0][1], marks[-1][1] + _SIGNS[scale])


def measure_words(snapshot: MosaicSnapshot, measure: Measure) -> list[RampWords]:
    """Name, range and unit of a measure, the longest first."""
    low, high = (end_number(end) for end in measure_ends(snapshot, measure))
    high = with_unit(measure, high)
    names = (measure_name(measure), short_measure_name(measure))
    words = [RampWords(f"{name}  {low}", high) for name in names]
    if snapshot.is_sorted:
        largest_first = translate("measures", "largest first")
        words.insert(0, RampWords(words[0].before, f"{high} · {largest_first}"))
    return words


def _title_height(theme: Theme) -> float:
    return round(theme.body * 1.6)


def _line_height(theme: Theme) -> float:
    return round(theme.small * 1.7)


def _paint_title(painter: QPainter, line: QRectF, snapshot: MosaicSnapshot, theme: Theme) -> None:
    """A dot in the kind's colour, its name, and the colours of weights where there is room."""
    side = 2.5 * theme.unit
    dot = QRectF(line.left(), line.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.kind_colour(snapshot.kind)))
    painter.drawEllipse(dot)
    painter.restore()
    words, title = weight_words(snapshot.scale), kind_title(snapshot)
    place = line.adjusted(side + 1.5 * theme.unit, 0, 0, 0)
    needed = text_width(theme, title, size=theme.body, weight="bold") + 4 * theme.unit
    if snapshot.compared is None and needed + words.width(theme) <= place.width():
        lut = lut_for(theme, snapshot.kind, snapshot.colour_map)
        _paint_ramp(painter, line, words, colour_table(lut, theme)[ZERO:], theme, at_right=True)
    paint_heading(painter, place, title, theme)


def _paint_axes(painter: QPainter, line: QRectF, snapshot: MosaicSnapshot, theme: Theme) -> None:
    """What rows and columns are, and what hatching means where there is any."""
    text = axes_sentence(snapshot.kind, snapshot.row_labels)
    paint_line(painter, line, text, theme)
    if not snapshot.mask.all():
        left = line.left() + text_width(theme, text, size=theme.small) + 6 * theme.unit
        place = QPointF(left, line.center().y() - theme.small / 2)
        paint_legend(painter, place, [("masked", translate("attention", "masked"))], theme)


def _paint_measure(
    painter: QPainter, line: QRectF, snapshot: MosaicSnapshot, measure: Measure, theme: Theme
) -> None:
    """The measure with the colours of its tint, or in words alone."""
    if has_measure(snapshot.kind, measure, looks_ahead=snapshot.looks_ahead):
        every = measure_words(snapshot, measure)
        words = next((one for one in every if one.width(theme) <= line.width()), None)
        if words is not None:
            _paint_ramp(painter, line, words, _measure_colours(theme), theme)
            return
        text = f"{every[-1].before} – {every[-1].after}"
    else:
        text = missing_text(measure)
        if text_width(theme, text, size=theme.small) > line.width():
            text = f"{short_measure_name(measure)}: {NO_NUMBER}"
    paint_line(painter, line, text, theme)


def _paint_ramp(
    painter: QPainter,
    line: QRectF,
    words: RampWords,
    colours: Argb,
    theme: Theme,
    *,
    at_right: bool = False,
) -> None:
    """Words, the ramp in colours ``[n]``, and words, at one end of a line."""
    width, unit = words.width(theme), theme.unit
    left = line.right() - width if at_right else line.left()
    place = QRectF(left, line.top(), width, line.height())
    before = text_width(theme, words.before, size=theme.small) + 1.5 * unit
    ramp = QRectF(left + before, line.center().y() - unit, RAMP * unit, 2 * unit)
    paint_line(painter, place, words.before, theme, whole=True)
    painter.drawImage(ramp, to_image(colours[None]), QRectF(0, 0, len(colours), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.drawRect(ramp)
    place = place.adjusted(before + (RAMP + 1.5) * unit, 0, 0, 0)
    paint_line(painter, place, words.after, theme, whole=True)


def _measure_colours(theme: Theme) -> Argb:
    colours = [QColor(tint(theme, share)).rgba() for share in np.linspace(0, 1, 32)]
    return np.array(colours, dtype=np.uint32)
