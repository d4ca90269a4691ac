"""Rows of tokens as pictures: a padded batch, and two translations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray
from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import Kind, Trace
from viz_app.design.colour_map import kind_lut
from viz_app.design.theme import Theme, frame_theme, mixed
from viz_app.pictures.labels import Label, elided, paint_label, round_step, text_width
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.matrix import paint_frame
from viz_app.pictures.text_line import flowed, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import quoted, short_probability
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import Column, aligned

# ----------------------------------------------------------------------------------- batch painter
# Rows of padded tokens as pictures: padding is hatched, and a number may stand at each token.


translate = QCoreApplication.translate

BATCH_TINT = 40
"""How strong the tint of tokens is, of 255."""

NARROW = 2.0
"""Places that are narrower than this, in text sizes, share a label."""

LONGEST = 5.0
"""Shared labels that are longer than this, in text sizes, are elided."""

NOTED = 0.56
"""Share of a place's height that the token has where a number or a gloss stands under it."""

GLOSSED, GLOSS = 0.4, 0.26
"""The same where both do, and the share of the gloss."""

SHORTEST = 2.5
"""Places narrower than this, in text sizes, have no gloss."""


@dataclass(frozen=True, eq=False, kw_only=True)
class TokenRows:
    """Sentences of one length, padding included.

    Attributes:
        tokens: ``[row, place]``.
        valid: ``[row, place]``, whether it is no padding.
        kind: whose colour the tokens have.
        notes: ``[row, place]``, the whole number under each token, or empty.
        noted: name of these numbers; empty if they are 1 for a token and 0 for padding.
        glosses: ``[row, place]``, its meaning, or empty.
        lines: for each line of the picture its row, or None for an empty line; empty for all rows
            in their order.
        absent: text of an empty line.
        marked: the line that is framed.
    """

    tokens: tuple[tuple[str, ...], ...]
    valid: BoolArray = field(repr=False)
    kind: Kind
    notes: tuple[tuple[str, ...], ...] = ()
    noted: str = ""
    glosses: tuple[tuple[str, ...], ...] = ()
    lines: tuple[int | None, ...] = ()
    absent: str = ""
    marked: int | None = None

    @property
    def shown(self) -> tuple[int | None, ...]:
        """Row of each line, None for an empty one."""
        return self.lines or tuple(range(len(self.tokens)))

    def gloss(self, row: int, place: int) -> str:
        return self.glosses[row][place] if self.glosses else ""

    def tables(self) -> Tables:
        name = self.noted or translate("masks", "1 for a token, 0 for padding")
        sentence = translate("masks", "sentence {number}")
        numbers = np.array(self.notes, np.int64) if self.notes else self.valid.astype(np.int64)
        return tuple(
            ValueTable(
                name=sentence.format(number=line),
                rows=(name,),
                columns=tuple(map(visible, self.tokens[row])),
                values=numbers[row][None],
            )
            for line, row in enumerate(self.shown, start=1)
            if row is not None
        )


Places = list[list[QRectF]]


def token_places(rect: QRectF, rows: TokenRows, theme: Theme) -> Places:
    """A place for every token, columns of equal width; none in an empty line."""
    tokens = [visible(token) for row in rows.tokens for token in row]
    glosses = [gloss for row in rows.glosses for gloss in row]
    widest = max(text_width(theme, token, size=theme.body) for token in tokens)
    meant = max((text_width(theme, gloss, size=theme.small) for gloss in glosses), default=0.0)
    widest = max(widest, meant) + 3 * theme.unit
    columns = len(rows.tokens[0])
    width = min(max(widest, 8.0 * theme.unit), rect.width() / columns)
    height = rect.height() / len(rows.shown)
    return [
        [
            QRectF(
                rect.left() + column * width, rect.top() + line * height, width, height
            ).adjusted(1, 1, -1, -1)
            for column in range(columns if row is not None else 0)
        ]
        for line, row in enumerate(rows.shown)
    ]


def paint_token_rows(painter: QPainter, rect: QRectF, rows: TokenRows, theme: Theme) -> Places:
    """Paint tokens into ``rect`` and return their places."""
    places = token_places(rect, rows, theme)
    painter.save()
    for number, (row, line) in enumerate(zip(rows.shown, places, strict=True)):
        if row is not None:
            _paint_line(painter, line, rows, row, theme)
        else:
            height = rect.height() / len(rows.shown)
            place = QRectF(rect.left(), rect.top() + number * height, rect.width(), height)
            paint_line(painter, place, rows.absent, theme)
    if rows.marked is not None and places[rows.marked]:
        line = places[rows.marked]
        edge = line[0].united(line[-1]).adjusted(1, 1, -1, -1)
        paint_frame(painter, edge, theme.kind_colour(rows.kind), theme, width=1.5 * theme.scale)
    painter.restore()
    return places


def place_labels(
    tokens: Sequence[str], places: Sequence[QRectF], theme: Theme
) -> tuple[Label, ...]:
    """Labels of one line; in narrow places smaller, or only every n-th from its left on.

    A special token is never cut, as a part of ``</s>`` means nothing: it is smaller than words if
    needed, and omitted without room.
    """
    texts = [visible(token) for token in tokens]
    across = places[0].width() + 2
    widths = {text: text_width(theme, text, size=theme.body) for text in texts}
    widest = max(widths.values()) + theme.unit
    words = max((widths[text] for text in texts if text not in SPECIAL_TOKENS), default=widest)
    size = theme.body if words + theme.unit <= across else theme.small
    if across >= NARROW * theme.body:
        found = (
            _token_label(index, text, place, place.width(), size=size, theme=theme)
            for index, (text, place) in enumerate(zip(texts, places, strict=True))
        )
        return tuple(label for label in found if label is not None)
    step = round_step(math.ceil(min(widest, LONGEST * theme.body) / across))
    labels = []
    for index in range(0, len(texts), step):
        room = min(step * across, places[-1].right() - places[index].left()) - 2
        label = _token_label(index, texts[index], places[index], room, size=size, theme=theme)
        if label is None:
            continue
        width = text_width(theme, label.text, size=label.size)
        if width <= room + 2:
            label.rect.setWidth(width)
            labels.append(label)
    return tuple(labels)


def _token_label(
    index: int, text: str, place: QRectF, room: float, *, size: int, theme: Theme
) -> Label | None:
    if text in SPECIAL_TOKENS:
        sizes = range(size, frame_theme(theme).small - 1, -1)
        fits = (one for one in sizes if text_width(theme, text, size=one) <= room)
        size = next(fits, 0)
    return _label(index, text, place, room, size=size, theme=theme) if size else None


def _label(index: int, text: str, place: QRectF, room: float, *, size: int, theme: Theme) -> Label:
    text = elided(theme, text, size=size, width=room)
    return Label(index=index, text=text, rect=QRectF(place), size=size)


def _paint_line(
    painter: QPainter, line: Sequence[QRectF], rows: TokenRows, row: int, theme: Theme
) -> None:
    tint = QColor(*kind_lut(theme, rows.kind)[BATCH_TINT].tolist())
    for place, valid in zip(line, rows.valid[row].tolist(), strict=True):
        painter.fillRect(place, tint if valid else QColor(theme.masked))
        if not valid:
            paint_hatched(painter, place, theme)
    above = [_upper(place, rows, theme) for place in line]
    for label in place_labels(rows.tokens[row], above, theme):
        colour = theme.text if rows.valid[row, label.index] else theme.soft_text
        paint_label(painter, label, colour, theme)
    for label in _gloss_labels(line, rows, row, theme):
        paint_label(painter, label, theme.soft_text, theme)
    for index, note in enumerate(rows.notes[row] if rows.notes else ()):
        if text_width(theme, note, size=theme.body, weight="bold") <= line[index].width():
            share = GLOSSED + GLOSS if _has_glosses(line[index], rows, theme) else NOTED
            lower = line[index].adjusted(0, line[index].height() * share, 0, 0)
            label = Label(index=index, text=note, rect=lower, size=theme.body, weight="bold")
            colour = theme.kind_colour(rows.kind) if rows.valid[row, index] else theme.soft_text
            paint_label(painter, label, colour, theme)


def _gloss_labels(
    line: Sequence[QRectF], rows: TokenRows, row: int, theme: Theme
) -> tuple[Label, ...]:
    """Under tokens that have their own labels; glosses that are too long are omitted."""
    if not _has_glosses(line[0], rows, theme):
        return ()
    top, share = (GLOSSED, GLOSS) if rows.notes else (NOTED, 1 - NOTED)
    lower = [
        QRectF(
            place.left(), place.top() + top * place.height(), place.width(), share * place.height()
        )
        for place in line
    ]
    return tuple(
        _label(index, gloss, place, place.width(), size=theme.small, theme=theme)
        for index, (gloss, place) in enumerate(zip(rows.glosses[row], lower, strict=True))
        if text_width(theme, gloss, size=theme.small) <= place.width()
    )


def _has_glosses(place: QRectF, rows: TokenRows, theme: Theme) -> bool:
    return bool(rows.glosses) and place.width() >= SHORTEST * theme.body


def _upper(place: QRectF, rows: TokenRows, theme: Theme) -> QRectF:
    """Place of the token itself, above number and gloss."""
    glossed = _has_glosses(place, rows, theme)
    both = rows.notes and glossed
    share = GLOSSED if both else NOTED if rows.notes or glossed else 1.0
    return QRectF(place.left(), place.top(), place.width(), place.height() * share)


# ----------------------------------------------------------------------------- translation painter
# Two translations one under the other: under the real masks, and under edited ones.


LINE, GAP, BETWEEN = 7, 1, 3
"""Height of a line of tokens, and gaps between tokens and between rows, in units."""

LARGEST_NAME = 0.25
"""Share of the width that the names of the lines may take."""

TINT = 0.16
"""How much of the warning colour is in the ground of changed tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLayout:
    """Where the tokens are, in the painter's px before scrolling.

    Attributes:
        columns: contents of each column.
        places: of each column the line of the original; the other is right under it.
        line: height of a line.
        names: the width kept for the names of the lines.
        tops: of every row of columns.
        height: of all rows.
    """

    columns: tuple[Column, ...]
    places: tuple[QRectF, ...]
    line: float
    names: float
    tops: tuple[float, ...]
    height: float

    def place(self, column: int, line: int) -> QRectF:
        """Place of a token: line 0 is the original, 1 the altered translation."""
        return self.places[column].translated(0, line * self.line)


def line_names() -> tuple[str, str]:
    return translate("masks", "Real masks"), translate("masks", "Your masks")


def pair_layout(width: float, original: Trace, altered: Trace | None, theme: Theme) -> PairLayout:
    """Columns beside each other, wrapped at ``width`` px."""
    lines = original.predicted_tokens, altered.predicted_tokens if altered is not None else ()
    columns = tuple(Column(step, None, same=True) for step in range(len(lines[0])))
    if lines[1]:
        columns = aligned(*lines)
    names = max(text_width(theme, name, size=theme.small) for name in line_names())
    names = min(names + 3 * theme.unit, width * LARGEST_NAME)
    line, gap = float(LINE * theme.unit), GAP * theme.unit
    widths = [max(_width(token, theme) for token in _tokens(column, lines)) for column in columns]
    step = 2 * line + BETWEEN * theme.unit
    places = flowed(widths, QRectF(names, 0, width - names, line), gap=gap, step=step)
    tops = tuple(dict.fromkeys((0.0, *(place.top() for place in places))))
    return PairLayout(
        columns=columns,
        places=places,
        line=line,
        names=names,
        tops=tops,
        height=tops[-1] + 2 * line,
    )


def paint_pair(
    painter: QPainter,
    rect: QRectF,
    layout: PairLayout,
    *,
    original: Trace,
    altered: Trace | None,
    theme: Theme,
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    for top in layout.tops:
        for line, name in enumerate(line_names()[: 2 if altered is not None else 1]):
            place = QRectF(0, top + line * layout.line, layout.names - theme.unit, layout.line)
            paint_line(painter, place, name, theme)
    lines = original.predicted_tokens, altered.predicted_tokens if altered is not None else ()
    for index, column in enumerate(layout.columns):
        changed = altered is not None and not column.same
        for line, step in enumerate((column.current, column.compared)):
            if step is not None:
                place = layout.place(index, line)
                _paint_token(painter, place, lines[line][step], theme, changed=changed)
    painter.restore()


def pair_sentence(column: Column, original: Trace, altered: Trace | None) -> str:
    real, own = line_names()
    parts = []
    for name, trace, step in ((real, original, column.current), (own, altered, column.compared)):
        if trace is None:
            continue
        if step is None:
            parts.append(translate("masks", "{line}: nothing here").format(line=name))
            continue
        one = trace.steps[step]
        words = translate("masks", "{line}: {token}, probability {probability}")
        said = short_probability(one.probability)
        parts.append(words.format(line=name, token=quoted(one.token), probability=said))
    return " · ".join(parts)


def pair_tables(columns: Sequence[Column], original: Trace, altered: Trace | None) -> Tables:
    """Tokens of each line with position and probability, and whether they have changed."""
    lines = zip(line_names(), (original, altered), ("current", "compared"), strict=True)
    return tuple(
        _line_table(name, trace, [(getattr(column, side), column) for column in columns])
        for name, trace, side in lines
        if trace is not None
    )


def _line_table(name: str, trace: Trace, places: Sequence[tuple[int | None, Column]]) -> ValueTable:
    there = [
        (number, trace.steps[step], column)
        for number, (step, column) in enumerate(places, start=1)
        if step is not None
    ]
    rows = [
        (number, step.probability, step.log_probability, not column.same)
        for number, step, column in there
    ]
    return ValueTable(
        name=name,
        rows=tuple(visible(step.token) for _, step, _ in there),
        columns=(
            translate("masks", "column"),
            translate("masks", "probability"),
            translate("masks", "log probability"),
            translate("masks", "changed"),
        ),
        values=np.array(rows, np.float64).reshape(-1, 4),
    )


def _tokens(column: Column, lines: Sequence[Sequence[str]]) -> list[str]:
    steps = zip(lines, (column.current, column.compared), strict=True)
    return [tokens[step] for tokens, step in steps if step is not None]


def _width(token: str, theme: Theme) -> float:
    return text_width(theme, visible(token), size=theme.body, weight="bold") + 4.0 * theme.unit


def _paint_token(
    painter: QPainter, place: QRectF, token: str, theme: Theme, *, changed: bool
) -> None:
    ground = mixed(theme.panel, theme.warning, share=TINT) if changed else theme.panel
    painter.setPen(QPen(QColor(theme.warning if changed else theme.line), theme.scale))
    painter.setBrush(QColor(ground))
    inside = place.adjusted(1, 1, -1, -1)
    painter.drawRoundedRect(inside, theme.small_radius, theme.small_radius)
    paint_line(
        painter,
        inside.adjusted(theme.unit, 0, -theme.unit, 0),
        visible(token),
        theme,
        size=theme.body,
        colour=theme.text,
        weight="bold" if changed else "normal",
        side="centre",
    )
