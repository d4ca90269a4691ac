"""Titles, option names, colour scale, stroke legend and token names of all pictures of heads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model.traces.aggregation import formula
from viz_app.design.colour_map import Stroke, diverging_lut, lut_for
from viz_app.design.colours import Rgba
from viz_app.design.theme import Theme
from viz_app.pictures.cell_image import Ticks, signed_ticks, ticks
from viz_app.pictures.labels import text_width
from viz_app.pictures.legend import legend_width, paint_legend, paint_map
from viz_app.pictures.picture import Picture
from viz_app.pictures.typeset import flowed, paint_line
from viz_app.storage.value_tables import Tables
from viz_app.texts.interventions import focus_notes
from viz_app.texts.labels import shown_name
from viz_app.texts.measures import unlike_note
from viz_app.texts.sentences import Swatch, axes_sentence, heads_phrase, kind_name, looking_ahead
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Combination

# ------------------------------------------------------------------------------------ option names


translate = QCoreApplication.translate


def view_texts() -> Mapping[str, tuple[str, str]]:
    """Name and explanation of each view."""
    return {
        "grid": (
            translate("attention", "Grid"),
            translate("attention", "All heads of all layers at once"),
        ),
        "focus": (
            translate("attention", "Focus"),
            translate("attention", "One head, large, with its tokens"),
        ),
        "links": (
            translate("attention", "Links"),
            translate("attention", "Lines between the tokens, wider where the weight is larger"),
        ),
        "text": (
            translate("attention", "Text"),
            translate("attention", "The sentence, coloured by one token's attention"),
        ),
    }


def combination_texts() -> dict[Combination, tuple[str, str]]:
    """Name and explanation of each way to combine heads."""
    return {
        "head": (
            translate("attention", "Each head separately"),
            translate("attention", "The weights of the current head"),
        ),
        "mean": (
            translate("attention", "Mean over heads"),
            translate("attention", "The mean of the chosen heads of this layer"),
        ),
        "max": (
            translate("attention", "Maximum over heads"),
            translate("attention", "The largest weight among the chosen heads of this layer"),
        ),
        "rollout": (
            translate("attention", "Attention rollout"),
            translate(
                "attention",
                "Attention traced from this layer down to the input tokens (Abnar & Zuidema)",
            ),
        ),
    }


# ---------------------------------------------------------------------------------- picture titles
# What a picture of heads is: its title, what its numbers mean, which part of it is in view.


BETWEEN = "  ·  "
"""Separator of unrelated notes."""


def focus_title(focus: FocusSnapshot, *, each: bool = False) -> str:
    """``Cross · layer 2 · mean over heads 1, 3 and 5``.

    ``each``: several heads are shown separately.
    """
    title = translate("attention", "{kind} · layer {layer} · {heads}")
    if focus.compared is not None:
        title = translate("attention", "{kind} · layer {layer} · {heads} · difference")
    return title.format(
        kind=kind_name(focus.kind), layer=focus.layer + 1, heads=heads_phrase(focus, each=each)
    )


def picture_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    """Notes on the values; empty for plain attention weights."""
    differs, notes = focus.compared is not None, []
    if differs:
        notes.append(translate("attention", "this one − comparison"))
    notes += filter(None, [unlike_note(focus), *focus_notes(focus)])
    if differs and focus.looks_ahead != focus.compared_looks_ahead:
        notes.append(
            translate("attention", "this one looks ahead: no causal mask")
            if focus.looks_ahead
            else translate("attention", "the comparison looks ahead: no causal mask")
        )
    elif focus.looks_ahead:
        notes.append(looking_ahead())
    if focus.combination == "rollout":
        notes += _rollout_notes(focus)
    if focus.combination == "max" and len(focus.heads) > 1 and not differs:
        notes.append(translate("attention", "rows can sum to more than 1"))
    if focus.special == "hidden" and focus.alignment is None:
        notes.append(translate("attention", "special tokens hidden, rows not renormalised"))
    if focus.special == "renormalised":
        notes.append(translate("attention", "special tokens hidden, rows renormalised"))
    if focus.words and focus.alignment is None:
        notes.append(
            translate("attention", "words: sum over key subwords, mean over query subwords")
        )
    if focus.scale == "sqrt":
        notes.append(translate("attention", "square-root scale"))
    if focus.scale == "log":
        notes.append(translate("attention", "logarithmic scale"))
    return tuple(notes)


def _rollout_notes(focus: FocusSnapshot) -> Iterator[str]:
    yield translate(
        "attention", "traced through the layers: 0.5 residual + 0.5 attention per layer"
    )
    if focus.compared is None:  # rows of a difference sum to about 0: they have no rest
        if focus.rollout_kind == "cross":
            yield translate("attention", "the rest of each row, up to 1, is on the target")
        if focus.rollout_kind == "decoder":
            yield translate("attention", "the rest of each row, up to 1, is on the source")
    if focus.top != 1:
        ends = translate("attention", "colour scale ends at {top}")
        yield ends.format(top=f"{focus.top:g}")


def explanation(focus: FocusSnapshot) -> str:
    """Title, axes, notes and the meaning of a formula's symbols."""
    parts = [focus_title(focus), axes_sentence(focus.kind, focus.row_labels)]
    parts += picture_notes(focus)
    if focus.combination == "rollout":
        letters = {
            "encoder": translate(
                "attention",
                "A is the mean over the heads of layer l, I the residual stream",
            ),
            "decoder": translate(
                "attention",
                "S is the mean over the heads of the decoder's self-attention in layer l,"
                " I the residual stream",
            ),
            "cross": translate(
                "attention",
                "S and C are the means over the heads of decoder self- and cross-attention in"
                " layer l, E is the encoder's rollout, I the residual stream",
            ),
        }
        parts += [formula(focus.rollout_kind), letters[focus.rollout_kind]]
    return BETWEEN.join(parts)


def part_text(rows: range, columns: range, *, n_rows: int, n_columns: int) -> str:
    """``rows 40–79 of 512 · columns 1–30 of 60``; an axis that is wholly in view is omitted."""
    parts = []
    if len(rows) < n_rows:
        text = translate("attention", "rows {first}–{last} of {count}")
        parts.append(text.format(first=rows.start + 1, last=rows.stop, count=n_rows))
    if len(columns) < n_columns:
        text = translate("attention", "columns {first}–{last} of {count}")
        parts.append(text.format(first=columns.start + 1, last=columns.stop, count=n_columns))
    return " · ".join(parts)


# ----------------------------------------------------------------------------------- picture scale
# The scale of a head's colours: which map it is, its levels, and all of it as one low line.


LONGEST = 200
"""Length of a map drawn as one low line, in px at 100 %."""


def picture_lut(focus: FocusSnapshot, theme: Theme) -> Rgba:
    if focus.compared is not None:
        return diverging_lut(theme)
    return lut_for(theme, focus.kind, focus.colour_map)


def picture_ticks(focus: FocusSnapshot) -> Ticks:
    of = signed_ticks if focus.compared is not None else ticks
    return of(focus.scale, top=focus.top)


def paint_flat_bar(
    painter: QPainter,
    rect: QRectF,
    focus: FocusSnapshot,
    theme: Theme,
    *,
    entries: Sequence[tuple[Swatch, str]] = (),
) -> None:
    """Whole colour map at the left of ``rect``, ticks below it, the legend right of it."""
    length = min(LONGEST * theme.scale, rect.width())
    bar = QRectF(rect.left(), rect.top(), length, 2.0 * theme.unit)
    paint_map(painter, bar, picture_lut(focus, theme), theme)
    for left, text in tick_lefts(bar, picture_ticks(focus), theme):
        place = QRectF(left, bar.bottom() + 1, length, theme.small * 1.3)
        paint_line(painter, place, text, theme, high=Qt.AlignmentFlag.AlignTop, whole=True)
    start = bar.right() + 6 * theme.unit
    if entries and start + legend_width(entries, theme) <= rect.right():
        paint_legend(painter, QPointF(start, bar.top() - theme.unit / 2), entries, theme)


def tick_lefts(bar: QRectF, marks: Ticks, theme: Theme) -> list[tuple[float, str]]:
    """Left edges of the tick labels in px: both ends, then those that do not overlap them."""
    ends_first = sorted(marks, key=lambda mark: (-abs(mark[0] - 0.5), mark[0]))
    placed: list[tuple[float, float, str]] = []
    for share, text in ends_first:
        width = text_width(theme, text, size=theme.small)
        left = bar.left() + share * bar.width() - width / 2
        left = min(max(left, bar.left()), bar.right() - width)
        apart = 2 * theme.unit
        if all(left > end + apart or left + width < start - apart for start, end, _ in placed):
            placed.append((left, left + width, text))
    return [(left, text) for left, _, text in placed]


# ----------------------------------------------------------------------------------- stroke legend
# The legend of strokes: a short line in each head's colour and dashes, with the head's name.


SAMPLE, BESIDE = 5, 6.5
"""Length of a stroke's sample, and where its name begins, in units."""

WIDTH = 2.5
"""Width of a stroke's sample, in px at 100 %."""


@dataclass(frozen=True, slots=True)
class LegendItem:
    """A name in its place, in px."""

    text: str
    rect: QRectF


def layout_legend(
    names: Sequence[str], place: QPointF, width: float, theme: Theme
) -> tuple[LegendItem, ...]:
    """Legend entries from ``place`` (top left), wrapped to lines of ``width`` px."""
    line, sample = theme.small * 1.6, BESIDE * theme.unit
    widths = [sample + text_width(theme, name, size=theme.small) + 1 for name in names]
    first = QRectF(place.x(), place.y(), width, line)
    return tuple(map(LegendItem, names, flowed(widths, first, gap=4 * theme.unit, step=line)))


def paint_strokes(
    painter: QPainter, items: Sequence[LegendItem], strokes: Sequence[Stroke], theme: Theme
) -> None:
    for item, stroke in zip(items, strokes, strict=True):
        middle, left = item.rect.center().y(), item.rect.left()
        painter.setPen(stroke_pen(stroke, theme))
        painter.drawLine(QLineF(left, middle, left + SAMPLE * theme.unit, middle))
        place = item.rect.adjusted(BESIDE * theme.unit, 0, 0, 0)
        paint_line(painter, place, item.text, theme, whole=True)


def stroke_pen(stroke: Stroke, theme: Theme) -> QPen:
    width = WIDTH * theme.scale
    pen = QPen(QColor(stroke.colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if stroke.dashes:
        pen.setDashPattern([length * theme.scale / width for length in stroke.dashes])
    return pen


# ------------------------------------------------------------------------------------ head picture


@dataclass(frozen=True, kw_only=True)
class HeadPicture(Picture):
    """Base of the pictures of one head, or of several heads of a layer.

    Attributes:
        focus: with the choice of heads that this picture shows.
    """

    focus: FocusSnapshot

    natural = (540, 430)
    smallest = (300, 140)

    def sentence(self) -> str:
        """The text of what is chosen, else of the row in view; empty without rows."""
        raise NotImplementedError

    def offsets_to_row(self, rect: QRectF, theme: Theme) -> tuple[float, ...]:
        """Scroll offsets in px at which the row in view is seen, for pictures of their own."""
        return ()

    def tables(self) -> Tables:
        from viz_app.texts.picture_caption import every_head_values  # only copies need it

        return every_head_values(self.focus)

    def caption(self) -> tuple[str, ...]:
        from viz_app.texts.picture_caption import heads_shown

        return heads_shown(self.focus, each=True)


TRIES = 4
"""Iterations by which a size is fitted to the layout."""


def corrected_size(least: QSizeF, missing: Callable[[QRectF], QSizeF]) -> QSize:
    """Size in px, at least ``least``, in which ``missing`` is about 0; found by iteration."""
    size = least
    for _ in range(TRIES):
        size = (size + missing(QRectF(QPointF(), size))).expandedTo(least)
    return QSize(math.ceil(size.width()), math.ceil(size.height()))


def wide_enough(size: tuple[int, int], notes: str, theme: Theme) -> QSizeF:
    """``size`` is at 100 %; the result in px is wide enough for the notes on one line."""
    width = text_width(theme, notes, size=theme.small) + theme.unit
    return (QSizeF(*size) * theme.scale).expandedTo(QSizeF(width, 0.0))


# ------------------------------------------------------------------------------------- token names
# The names that tokens have beside a picture; queries have what is fed in, predicted, or both.


ARROW = " →"
"""Between the input token and the one predicted from it."""


def query_names(focus: FocusSnapshot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Row labels in two columns: the input token if both are shown, and the other name.

    In the encoder the first column has the glosses, if they are shown.
    """
    fed = _shown(tuple(label.fed for label in focus.rows))
    if focus.kind == "encoder":
        glosses = tuple(label.gloss for label in focus.rows)
        return (glosses if any(glosses) else ()), fed
    if focus.row_labels == "fed":
        return (), fed
    predicted = _shown(tuple(label.predicted or "" for label in focus.rows))
    return (fed if focus.row_labels == "both" else ()), predicted


def between_names(focus: FocusSnapshot) -> str:
    """Separator of the two columns of row labels: an arrow, in the encoder nothing."""
    return "" if focus.kind == "encoder" else ARROW


def key_names(focus: FocusSnapshot) -> tuple[str, ...]:
    return _shown(focus.columns)


@lru_cache(maxsize=16)
def _shown(tokens: tuple[str, ...]) -> tuple[str, ...]:
    # Cached: a picture needs the same names whenever it is repainted.
    return tuple(shown_name(token) for token in tokens)
