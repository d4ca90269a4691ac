"""Rows of tokens as pictures: a padded batch, and two translations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPen

from model.arrays import BoolArray
from model.lessons.masks import MaskRecord
from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import Kind, Trace
from viz_app.design.colour_map import kind_lut
from viz_app.design.theme import Theme, frame_theme, mixed
from viz_app.pictures.labels import Label, elided, paint_label, round_step, text_width
from viz_app.pictures.legend import paint_hatched
from viz_app.pictures.matrix import paint_frame
from viz_app.pictures.picture import Picture, PlacedSpots, in_a_row, scaled
from viz_app.pictures.typeset import flowed, paint_line
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import glossed_name, quoted, short_probability
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import Column, aligned
from viz_app.workbench.state import Cell

# -------------------------------------------------------------------------------------- token rows


translate = QCoreApplication.translate

BATCH_TINT = 40  # how strong the tint of tokens is, of 255
LINE, NOTED_LINE, GLOSS_LINE = 32, 46, 12
"""Height of a line, of one with numbers, and what glosses add to that, in px at 100 %."""

NARROW = 2.0  # places that are narrower than this, in text sizes, share a label
LONGEST = 5.0  # shared labels that are longer than this, in text sizes, are elided
NOTED = 0.56
"""Share of a place's height that the token has where a number or a gloss stands under it."""

GLOSSED, GLOSS = 0.4, 0.26  # the same where both do, and the share of the gloss
SHORTEST = 2.5  # places narrower than this, in text sizes, have no gloss


@dataclass(frozen=True, eq=False, kw_only=True)
class TokenRows(Picture):
    """Sentences of one length, padding included; spots are :class:`Cell` s of line and place.

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

    natural = (600, 2 * LINE)
    smallest = (120, 2 * LINE)

    @property
    def shown(self) -> tuple[int | None, ...]:
        """Row of each line, None for an empty one."""
        return self.lines or tuple(range(len(self.tokens)))

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

    def say(self, spot: Cell) -> str:
        row, place = self.shown[spot.row], spot.column
        if row is None:
            return ""
        gloss = self.glosses[row][place] if self.glosses else ""
        token = glossed_name(self.tokens[row][place], gloss)
        if self.notes:
            text = translate("masks", "{token}: {number}")
            return text.format(token=token, number=self.notes[row][place])
        if self.valid[row, place]:
            text = translate("masks", "{token} is a token: queries may attend to it.")
        else:
            text = translate("masks", "{token} is masked: no query may attend to padding.")
        return text.format(token=token)

    def can_pick(self, spot: Cell) -> bool:
        return not self.noted  # its lines are sentences

    def size(self, theme: Theme) -> QSize:
        return scaled((self.natural[0], self._high()), theme)

    def least(self, theme: Theme) -> QSize:
        return scaled((self.smallest[0], self._high()), theme)

    def _high(self) -> int:
        line = NOTED_LINE + (GLOSS_LINE if self.glosses else 0) if self.notes else LINE
        return line * len(self.shown)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        """Columns have one width; an empty line has no places."""
        width, high = self._width(rect, theme), rect.height() / len(self.shown)
        places: list[list[QRectF]] = []
        painter.save()
        for line, row in enumerate(self.shown):
            top = rect.top() + line * high
            lefts = [rect.left() + column * width for column in range(len(self.tokens[0]))]
            places.append([])
            if row is None:
                area = QRectF(rect.left(), top, rect.width(), high)
                paint_line(painter, area, self.absent, theme)
                continue
            places[line] = [QRectF(x, top, width, high).adjusted(1, 1, -1, -1) for x in lefts]
            self._paint_line(painter, places[line], row, theme)
        if self.marked is not None and places[self.marked]:
            line_places = places[self.marked]
            edge = line_places[0].united(line_places[-1]).adjusted(1, 1, -1, -1)
            colour = theme.kind_colour(self.kind)
            paint_frame(painter, edge, colour, theme, width=1.5 * theme.scale)
        painter.restore()
        return PlacedSpots(
            tuple(
                tuple((Cell(line, column), place) for column, place in enumerate(row))
                for line, row in enumerate(places)
            )
        )

    def _width(self, rect: QRectF, theme: Theme) -> float:
        tokens = (visible(token) for row in self.tokens for token in row)
        widest = max(text_width(theme, token, size=theme.body) for token in tokens)
        glosses = (gloss for row in self.glosses for gloss in row)
        meant = (text_width(theme, gloss, size=theme.small) for gloss in glosses)
        widest = max(widest, max(meant, default=0.0)) + 3 * theme.unit
        return min(max(widest, 8.0 * theme.unit), rect.width() / len(self.tokens[0]))

    def _paint_line(
        self, painter: QPainter, places: Sequence[QRectF], row: int, theme: Theme
    ) -> None:
        glossed = bool(self.glosses) and places[0].width() >= SHORTEST * theme.body
        noted, valid = bool(self.notes), self.valid[row].tolist()
        tint = QColor(*kind_lut(theme, self.kind)[BATCH_TINT].tolist())
        for place, held in zip(places, valid, strict=True):
            painter.fillRect(place, tint if held else QColor(theme.masked))
            if not held:
                paint_hatched(painter, place, theme)
        share = GLOSSED if noted and glossed else NOTED if noted or glossed else 1.0
        upper = [_part(place, 0.0, share) for place in places]
        for label in place_labels(self.tokens[row], upper, theme):
            colour = theme.text if valid[label.index] else theme.soft_text
            paint_label(painter, label, colour, theme)
        if glossed:
            below = (GLOSSED, GLOSS) if noted else (NOTED, 1 - NOTED)
            for index, gloss in enumerate(self.glosses[row]):  # without room it is omitted
                if text_width(theme, gloss, size=theme.small) <= places[index].width():
                    label = Label(
                        index=index,
                        text=gloss,
                        rect=_part(places[index], *below),
                        size=theme.small,
                    )
                    paint_label(painter, label, theme.soft_text, theme)
        lower = GLOSSED + GLOSS if glossed else NOTED
        for index, note in enumerate(self.notes[row] if noted else ()):
            if text_width(theme, note, size=theme.body, weight="bold") <= places[index].width():
                area = places[index].adjusted(0, places[index].height() * lower, 0, 0)
                label = Label(index=index, text=note, rect=area, size=theme.body, weight="bold")
                colour = theme.kind_colour(self.kind) if valid[index] else theme.soft_text
                paint_label(painter, label, colour, theme)


def batch_rows(
    record: MaskRecord,
    *,
    lines: tuple[int | None, ...] = (),
    absent: str = "",
    glosses: tuple[tuple[str, ...], ...] = (),
) -> TokenRows:
    """Source tokens of the batch in the given lines; ``absent`` is the text of empty ones."""
    return TokenRows(
        title=translate("masks", "The batch"),
        note="; ".join(map(" ".join, record.src_tokens)),
        tokens=record.src_tokens,
        valid=record.source_padding,
        kind="encoder",
        lines=lines,
        absent=absent,
        glosses=glosses,
    )


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
        sizes = range(size, max(frame_theme(theme).small, theme.least) - 1, -1)
        size = next((one for one in sizes if text_width(theme, text, size=one) <= room), 0)
    text = elided(theme, text, size=size, width=room) if size else ""
    return Label(index=index, text=text, rect=QRectF(place), size=size) if size else None


def _part(place: QRectF, top: float, share: float) -> QRectF:
    """A horizontal band of a place; ``top`` and ``share`` of its height."""
    high = place.height()
    return QRectF(place.left(), place.top() + top * high, place.width(), share * high)


# ------------------------------------------------------------------------------------ translations


TOKEN_LINE, GAP, BETWEEN = 7, 1, 3
"""Height of a line of tokens, and gaps between tokens and between rows, in units."""

MOST_ROWS = 2  # rows in view; more are scrolled
INDENT = 2  # room left of the names, in units
LARGEST_NAME = 0.25  # share of the width that the names of the lines may take
TINT = 0.16  # how much of the warning colour is in the ground of changed tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLayout(PlacedSpots):
    """Where the tokens are, in the painter's px; spots are the columns' indices.

    Attributes:
        originals: of each column the line of the original; the other is right under it.
        line: height of a line.
        names: the width kept for the names of the lines.
        tops: of every row of columns.
        height: of all rows.
    """

    originals: tuple[QRectF, ...]
    line: float
    names: float
    tops: tuple[float, ...]
    height: float

    def place(self, column: int, line: int) -> QRectF:
        """Place of a token: line 0 is the original, 1 the altered translation."""
        return self.originals[column].translated(0, line * self.line)


@dataclass(frozen=True, kw_only=True)
class Translations(Picture):
    """Two lines of tokens in common columns, changes marked."""

    original: Trace
    altered: Trace | None

    @property
    def columns(self) -> tuple[Column, ...]:
        now = self.original.predicted_tokens
        if self.altered is not None and self.altered.steps:
            return aligned(now, self.altered.predicted_tokens)
        return tuple(Column(step, None, same=True) for step in range(len(now)))

    @property
    def lines(self) -> tuple[tuple[str, Trace, tuple[int | None, ...]], ...]:
        """Of each line its name, its translation, and the step in each column."""
        columns = self.columns
        real, own = translate("masks", "Real masks"), translate("masks", "Your masks")
        first = (real, self.original, tuple(column.current for column in columns))
        if self.altered is None:
            return (first,)
        return first, (own, self.altered, tuple(column.compared for column in columns))

    def height(self, width: float, theme: Theme) -> float:
        return self.placed(QRectF(0, 0, width, 0), theme).height

    def say(self, spot: int) -> str:
        parts = []
        for name, trace, steps in self.lines:
            step = steps[spot]
            if step is None:
                parts.append(translate("masks", "{line}: nothing here").format(line=name))
                continue
            one = trace.steps[step]
            words = translate("masks", "{line}: {token}, probability {probability}")
            said = short_probability(one.probability)
            parts.append(words.format(line=name, token=quoted(one.token), probability=said))
        return " · ".join(parts)

    def tables(self) -> Tables:
        names = (
            translate("masks", "column"),
            translate("masks", "probability"),
            translate("masks", "log probability"),
            translate("masks", "changed"),
        )
        columns, tables = self.columns, []
        for name, trace, steps in self.lines:
            there = [(n, trace.steps[step]) for n, step in enumerate(steps) if step is not None]
            values = [
                (n + 1, one.probability, one.log_probability, not columns[n].same)
                for n, one in there
            ]
            tables.append(
                ValueTable(
                    name=name,
                    rows=tuple(visible(one.token) for _, one in there),
                    columns=names,
                    values=np.array(values, np.float64).reshape(-1, 4),
                )
            )
        return tuple(tables)

    def placed(self, rect: QRectF, theme: Theme) -> PairLayout:
        """Columns beside each other, wrapped at the width of ``rect``."""
        space = rect.adjusted(INDENT * theme.unit, 0, 0, 0)
        names = (translate("masks", "Real masks"), translate("masks", "Your masks"))
        widest = max(text_width(theme, name, size=theme.small) for name in names)
        indent = min(widest + 3 * theme.unit, space.width() * LARGEST_NAME)
        line, rows = float(TOKEN_LINE * theme.unit), self.lines
        widths = [
            max(
                text_width(theme, visible(trace.steps[step].token), size=theme.body, weight="bold")
                for _, trace, steps in rows
                if (step := steps[index]) is not None
            )
            for index in range(len(rows[0][2]))
        ]
        originals = flowed(
            (width + 4.0 * theme.unit for width in widths),
            QRectF(space.left() + indent, space.top(), space.width() - indent, line),
            gap=GAP * theme.unit,
            step=2 * line + BETWEEN * theme.unit,
        )
        tops = tuple(dict.fromkeys((space.top(), *(place.top() for place in originals))))
        both = (place.united(place.translated(0, line)) for place in originals)
        return PairLayout(
            rows=in_a_row(both).rows,
            originals=originals,
            line=line,
            names=indent,
            tops=tops,
            height=tops[-1] - space.top() + 2 * line,
        )

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PairLayout:
        layout, columns = self.placed(rect, theme), self.columns
        left, width = rect.left() + INDENT * theme.unit, layout.names - theme.unit
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, (name, trace, steps) in enumerate(self.lines):
            for top in layout.tops:
                area = QRectF(left, top + line * layout.line, width, layout.line)
                paint_line(painter, area, name, theme)
            for index, step in enumerate(steps):
                if step is not None:
                    changed = self.altered is not None and not columns[index].same
                    token, place = trace.steps[step].token, layout.place(index, line)
                    _paint_token(painter, place, token, theme, changed=changed)
        painter.restore()
        return layout


def translations_picture(original: Trace, altered: Trace | None) -> Translations:
    return Translations(
        title=translate("masks", "The translation under both masks"),
        note=". ".join(one.translation for one in (original, altered) if one),
        original=original,
        altered=altered,
    )


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
