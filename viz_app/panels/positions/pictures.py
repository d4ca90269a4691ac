"""Pictures and texts of the positions tab: table, similarity, biases, rotation, curves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from model.arrays import FloatArray, frozen
from model.config import Positions, Stack
from model.lessons.positions import (
    PAPERS,
    AlteredTranslation,
    RotationStudy,
    Turn,
    Waves,
    pair_dimensions,
    wavelengths,
)
from viz_app.design.theme import Theme, Weight
from viz_app.panels.positions.room import Page, PositionsSnapshot
from viz_app.pictures.matrix import SQUARE, MatrixPicture
from viz_app.pictures.picture import Picture, PlacedSpots
from viz_app.pictures.plot import Plot, easy_ticks, tick_text
from viz_app.pictures.typeset import paint_line, paint_plot_titles
from viz_app.storage.guide import TextPage
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import MINUS, decimal_number, glossed_name, log_number, text_page
from viz_app.texts.sentences import one_after_another
from viz_app.texts.visible_token import safe, visible
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate


# ------------------------------------------------------------------------------------------- pages


def page_text(page: Page, kind: Positions = "sinusoidal", waves: Waves = PAPERS) -> TextPage:
    if page == "table" and kind in {"relative", "none"}:
        return text_page(f"positions-{kind}")
    about = waves.sinusoids if page != "table" or kind == "sinusoidal" else kind
    return text_page(f"positions-{page}", about, "closed" if waves.closed_sinusoids else "open")


def page_texts() -> dict[str, tuple[str, str]]:
    return {
        "table": (
            translate("positions", "Table"),
            translate("positions", "The vector added to the token at each position"),
        ),
        "wavelengths": (
            translate("positions", "Wavelengths"),
            translate("positions", "After how many positions each pair of dimensions repeats"),
        ),
        "rotation": (
            translate("positions", "Rotation"),
            translate("positions", "PE(pos + k) as a rotation of PE(pos)"),
        ),
        "learned": (
            translate("positions", "Learned"),
            translate("positions", "The sinusoidal table compared with a learned one"),
        ),
        "without": (
            translate("positions", "Without positions"),
            translate("positions", "What happens when positions are altered"),
        ),
    }


def kind_line(snapshot: PositionsSnapshot) -> str:
    """Origin of the values; empty where a formula is shown."""
    if snapshot.kind == "learned":
        return translate("positions", "Learned table: every value is trained.")
    if snapshot.kind == "given":
        return translate("positions", "Stored table: it is part of the model and not trained.")
    if not snapshot.has_table:
        return without_table(snapshot.kind)
    texts = []
    if snapshot.waves.sinusoids == "halves":
        text = translate(
            "positions",
            "Computed: all sines in the first half of a row, all cosines in the second.",
        )
        texts.append(text)
    if snapshot.waves.closed_sinusoids:
        text = translate(
            "positions",
            "The exponent divides by d_model − 2: the longest wavelength is 10000 · 2π.",
        )
        texts.append(text)
    if snapshot.first:
        texts.append(_first_position(snapshot.first))
    return one_after_another(texts)


def _first_position(first: int) -> str:
    text = translate(
        "positions", "Rows are counted from 0; in the formula the first has position {offset}."
    )
    return text.format(offset=first)


def table_formula(snapshot: PositionsSnapshot) -> str:
    """Name of the formula that computes the table; empty unless sinusoidal."""
    if snapshot.kind != "sinusoidal":
        return ""
    halves = "_halves" if snapshot.waves.sinusoids == "halves" else ""
    closed = "_closed" if snapshot.waves.closed_sinusoids else ""
    return f"positions_table{halves}{closed}"


def without_table(kind: Positions) -> str:
    if kind == "none":
        return translate(
            "positions",
            "This model adds no positions: only the decoder's causal mask carries order "
            "information.",
        )
    return translate(
        "positions",
        "This model adds no positions. Instead, every head has learned distance biases, "
        "which self-attention adds to its scores; see One head, third stage.",
    )


def learned_sentence(names: tuple[str, ...] | None, kind: Positions = "sinusoidal") -> str:
    none = translate(
        "positions", "The positions of this model are sinusoidal: nothing was learned."
    )
    if kind in {"relative", "none"}:
        none = translate("positions", "This model adds no positions: it has no table to learn.")
    if names is None:
        return none
    if names:
        there = translate("positions", "Models here with a learned table: {names}.")
        return f"{none}\n\n{there.format(names=', '.join(names))}"
    missing = translate(
        "positions",
        "No model here has a learned table, and none is shipped. Train one: it takes about a "
        "minute, and then its table is shown here.",
    )
    return f"{none}\n\n{missing}"


# ------------------------------------------------------------------------------------------- table


def table_picture(snapshot: PositionsSnapshot) -> MatrixPicture:
    """The first rows of the table, ``[position, dimension]``."""
    values = snapshot.table[: snapshot.count]
    titles = {
        "sinusoidal": translate("positions", "Positional encodings"),
        "learned": translate("positions", "Learned positions"),
        "given": translate("positions", "Stored positions"),
        "relative": translate("positions", "No positions are added"),
        "none": translate("positions", "No positions are added"),
    }
    return MatrixPicture(
        title=titles[snapshot.kind],
        note=translate("positions", "row: position, column: dimension ({d_model} in all)").format(
            d_model=snapshot.table.shape[1]
        ),
        rows=position_names(snapshot.tokens, snapshot.count),
        columns=_numbers_apart(range(values.shape[1])),
        level=table_level(snapshot),
        values=values,
        sentence=partial(table_sentence, snapshot),
    )


def similarity_picture(snapshot: PositionsSnapshot, *, corner: float = 0.0) -> MatrixPicture:
    """Similarity of every two of the first positions, by the chosen measure."""
    dot, count, level = snapshot.choices.measure == "dot", snapshot.count, 1.0
    if dot and snapshot.kind == "sinusoidal":
        level = snapshot.table.shape[1] / 2
    elif dot:  # the largest dot product of a row with itself
        level = float(np.square(snapshot.table).sum(axis=1).max(initial=0.0)) or 1.0
    subtitle = (
        translate("positions", "dot product of two rows of the table, −{level} … {level}")
        if dot
        else translate("positions", "cosine of two rows of the table, −1 … 1")
    )
    said = (
        translate("positions", "dot product {value} · {one} and {other}")
        if dot
        else translate("positions", "cosine {value} · {one} and {other}")
    )
    return MatrixPicture(
        title=translate("positions", "Similarity of positions"),
        note=subtitle.format(level=f"{level:.3g}"),
        rows=position_names(snapshot.tokens if count <= 16 else (), count),  # it is small
        columns=_numbers_apart(range(count)),
        level=level,
        stretch=SQUARE,
        corner=corner,
        values=snapshot.similarity,
        sentence=lambda cell: said.format(
            value=f"{snapshot.similarity[cell.row, cell.column]:.4f}",
            one=position_text(snapshot.tokens, cell.row, snapshot.glosses),
            other=position_text(snapshot.tokens, cell.column, snapshot.glosses),
        ),
    )


def position_names(tokens: Sequence[str], count: int) -> tuple[str, ...]:
    """``0 我`` …: position numbers, with the tokens of the sentence where there are any."""
    tokens = tokens[:count]
    named = tuple(f"{safe(visible(token))}  {number}" for number, token in enumerate(tokens))
    return named + tuple(str(number) for number in range(len(named), count))


def table_sentence(snapshot: PositionsSnapshot, cell: Cell) -> str:
    return translate("positions", "{value} · {position}, dimension {dimension}").format(
        value=f"{snapshot.table[cell.row, cell.column]:.4f}",
        position=position_text(snapshot.tokens, cell.row, snapshot.glosses),
        dimension=cell.column,
    )


def table_level(snapshot: PositionsSnapshot) -> float:
    """Upper end of the colour scale of the table; 1 for sinusoids."""
    largest = float(np.abs(snapshot.table).max(initial=0.0)) or 1.0
    return 1.0 if snapshot.kind == "sinusoidal" else largest


def _numbers_apart(numbers: Iterable[int]) -> tuple[str, ...]:
    # Padded, or neighbouring labels would run together.
    return tuple(f"\u2009{number}\u2009" for number in numbers)


def position_text(tokens: Sequence[str], number: int, glosses: Sequence[str] = ()) -> str:
    """``position 3 “猫” (cat)``; token and gloss only where they are known."""
    if number < len(tokens):
        text = translate("positions", "position {number} {token}")
        gloss = glosses[number] if glosses else ""
        return text.format(number=number, token=glossed_name(tokens[number], gloss))
    return translate("positions", "position {number}").format(number=number)


# ------------------------------------------------------------------------------------------ biases


def _level_ticks(level: float) -> tuple[tuple[float, str], ...]:
    return tuple((value, tick_text(value)) for value in easy_ticks(-level, level, most=4))


def bias_curves(snapshot: PositionsSnapshot, stack: Stack) -> Plot:
    # to the farthest earlier key, and to the farthest later one that is not masked
    reach = snapshot.count - 1
    ahead = np.arange(-reach, (reach if stack == "encoder" else 0) + 1)
    biases = snapshot.distances[stack][:, _places(snapshot, stack, ahead)]
    level = snapshot.model.largest_bias or 1.0
    title = translate("positions", "{stack}: biases by distance, a line for each head")
    said = translate("positions", "{value} · {stack}, head {head} · {where}")
    return Plot(
        title=title.format(stack=_stack_name(stack)),
        across_name=translate("positions", "position of the key − position of the query"),
        x=frozen(ahead.astype(np.float32)),
        curves=frozen(np.ascontiguousarray(biases)),
        up=(-1.05 * level, 1.05 * level),
        ticks=_level_ticks(level),
        sentence=lambda cell: said.format(
            value=decimal_number(float(biases[cell.row, cell.column]), 4),
            stack=_stack_name(stack),
            head=cell.row + 1,
            where=_where(int(ahead[cell.column])),
        ),
    )


def bias_matrix(snapshot: PositionsSnapshot) -> MatrixPicture:
    """Bias of the chosen head, ``[query, key]``; NaN where the decoder is masked."""
    stack, count, places = snapshot.stack, snapshot.count, np.arange(snapshot.count)
    ahead = places - places[:, None]  # [query, key]
    matrix = snapshot.distances[stack][snapshot.head][_places(snapshot, stack, ahead)]
    tokens, glosses = snapshot.tokens, snapshot.glosses
    if stack == "decoder":
        matrix, tokens, glosses = np.where(ahead > 0, np.float32(np.nan), matrix), snapshot.fed, ()
    title = translate("positions", "{stack}, head {head}: biases added to its scores (B)")

    def say(cell: Cell) -> str:
        value = float(matrix[cell.row, cell.column])
        said = translate("positions", "masked") if np.isnan(value) else decimal_number(value, 4)
        return translate("positions", "{value} · query: {query} · key: {key} · {where}").format(
            value=said,
            query=position_text(tokens, cell.row, glosses),
            key=position_text(tokens, cell.column, glosses),
            where=_where(cell.column - cell.row),
        )

    return MatrixPicture(
        title=title.format(stack=_stack_name(stack), head=snapshot.head + 1),
        note=translate("positions", "row: position of the query, column: of the key"),
        rows=position_names(tokens, count),
        columns=_numbers_apart(range(count)),
        level=snapshot.model.largest_bias or 1.0,  # of any head of any stack
        stretch=SQUARE,
        values=matrix,
        sentence=say,
    )


def _stack_name(stack: Stack) -> str:
    return {
        "encoder": translate("positions", "Encoder"),
        "decoder": translate("positions", "Decoder"),
    }[stack]


def _places(snapshot: PositionsSnapshot, stack: Stack, ahead: np.ndarray) -> np.ndarray:
    """Indices of distances into the biases; distances beyond the last bias share it."""
    count = snapshot.distances[stack].shape[1]
    own = count // 2 if stack == "encoder" else count - 1
    return np.clip(ahead + own, 0, count - 1)


def _where(ahead: int) -> str:
    if not ahead:
        return translate("positions", "the query itself")
    if ahead < 0:
        return translate("positions", "key {count} before the query").format(count=-ahead)
    return translate("positions", "key {count} after the query").format(count=ahead)


# ---------------------------------------------------------------------------------------- rotation


MOST = 32
"""Rows of the matrix that are shown: of more, the blocks could not be seen."""


def rotation_picture(study: RotationStudy) -> MatrixPicture:
    # dimensions of the first pairs, in the order of the table
    places = np.sort(study.pairs[: MOST // 2].ravel())
    values = np.ascontiguousarray(study.matrix[np.ix_(places, places)])
    dimensions = [study.dimensions[place] for place in places]
    text = translate("positions", "the first {shown} of {all} pairs of dimensions, −1 … 1")
    said = translate("positions", "{value} · R, row {row}, column {column}")
    return MatrixPicture(
        title=translate("positions", "R for k = {offset}").format(offset=study.offset),
        note=text.format(shown=len(places) // 2, all=len(study.pairs)),
        rows=_numbers_apart(dimensions),
        columns=_numbers_apart(dimensions),
        level=1.0,
        stretch=SQUARE,
        values=values,
        sentence=lambda cell: said.format(
            value=decimal_number(float(values[cell.row, cell.column]), 4),
            row=dimensions[cell.row],
            column=dimensions[cell.column],
        ),
    )


def rotated_rows_picture(study: RotationStudy, snapshot: PositionsSnapshot) -> MatrixPicture:
    """PE(pos), R·PE(pos) and PE(pos + k) as three rows."""
    said, names = translate("positions", "{value} · {row}, dimension {dimension}"), row_names(study)
    return MatrixPicture(
        title=translate("positions", "Rows of the table"),
        note=translate("positions", "column: dimension"),
        rows=names,
        columns=_numbers_apart(study.dimensions),
        level=table_level(snapshot),
        stretch=32.0,
        values=study.rows,
        sentence=lambda cell: said.format(
            value=decimal_number(float(study.rows[cell.row, cell.column]), 4),
            row=names[cell.row],
            dimension=study.dimensions[cell.column],
        ),
    )


def row_names(study: RotationStudy) -> tuple[str, str, str]:
    """``PE(2)``, ``R·PE(2)``, ``PE(5)``."""
    later = study.position + study.offset
    return f"PE({study.position})", f"R·PE({study.position})", f"PE({later})"


def turn_name(turn: Turn) -> str:
    """Its dimensions: ``2, 3``."""
    return ", ".join(map(str, turn.dimensions))


def _vector(numbers: FloatArray) -> str:
    return "({})".format(", ".join(decimal_number(float(number), 4) for number in numbers))


def error_sentence(study: RotationStudy, *, kind: Positions, first: int = 0) -> str:
    """Error of the rotation; ``first`` is the first position of the formula."""
    text = translate(
        "positions",
        "Largest difference between R·PE({position}) and PE({later}): {error}; for any position "
        "of this table: {worst}.",
    )
    said = text.format(
        position=study.position,
        later=study.position + study.offset,
        error=exact(study.error),
        worst=exact(study.worst),
    )
    if kind == "sinusoidal" and not first:
        return said
    reasons: dict[Positions, str] = {
        "sinusoidal": _first_position(first),
        "learned": translate("positions", "This table was learned: no rotation fits it."),
        "given": translate("positions", "This table is stored: a rotation may not fit it."),
        "relative": translate("positions", "This model adds no positions: all rows are 0."),
        "none": translate("positions", "This model adds no positions: all rows are 0."),
    }
    return f"{said} {reasons[kind]}"


def exact(value: float) -> str:
    """Three digits, in scientific notation where the value is small: ``5.96e−08``."""
    return f"{value:.3g}".replace("e-0", "e-").replace("-", MINUS)


SMALLEST_DIAL = 88
"""Least width of a dial with its words, in px at 100 %."""

LINE = 1.35
"""Height of each of the four lines below a dial, in text sizes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Dials(Picture):
    """A row of dials, one for each turn; if not all fit, some. The spots are their indices."""

    study: RotationStudy

    natural = (480, 220)
    smallest = (240, 200)

    @property
    def reach(self) -> float:
        """Length of a vector that equals the radius: all dials have the same scale."""
        turns = self.study.turns
        lengths = [np.linalg.norm(vector) for turn in turns for vector in (turn.before, turn.after)]
        return float(max(lengths, default=1.0)) or 1.0

    def say(self, spot: int) -> str:
        turn, study = self.study.turns[spot], self.study
        text = translate(
            "positions",
            "dimensions {name} · turned by {angle} · PE({position}) = {before} · R·PE({position}) "
            "= {turned} · PE({later}) = {after}",
        )
        return text.format(
            name=turn_name(turn),
            angle=f"{turn.degrees:.4g}°",
            position=study.position,
            later=study.position + study.offset,
            before=_vector(turn.before),
            turned=_vector(turn.turned),
            after=_vector(turn.after),
        )

    def tables(self) -> Tables:
        """Angle, sine and cosine of the three vectors, and the block, per pair."""
        turns, names = self.study.turns, row_names(self.study)
        both = translate("positions", "{row}, sine"), translate("positions", "{row}, cosine")
        block = translate("positions", "R, row {row}, column {column}")
        name = translate("positions", "dimensions {name}")
        table = ValueTable(
            name=self.title,
            rows=tuple(name.format(name=turn_name(turn)) for turn in turns),
            columns=(
                translate("positions", "degrees"),
                *(part.format(row=row) for row in names for part in both),
                *(block.format(row=row, column=column) for row in (0, 1) for column in (0, 1)),
            ),
            values=np.array(
                [
                    [turn.degrees, *turn.before, *turn.turned, *turn.after, *turn.block.ravel()]
                    for turn in turns
                ]
            ),
        )
        return (table,)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> PlacedSpots:
        top = paint_plot_titles(painter, rect, self.title, self.note, theme)
        below = QRectF(rect)
        below.setTop(min(top + 2 * theme.unit, rect.bottom()))
        indices = those_with_room(len(self.study.turns), rect.width(), theme)
        width = rect.width() / max(len(indices), 1)
        places = tuple(
            (index, QRectF(below.left() + place * width, below.top(), width, below.height()))
            for place, index in enumerate(indices)
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        reach = self.reach
        for index, place in places:
            _paint_dial(painter, place, self.study.turns[index], theme, reach=reach)
        painter.restore()
        return PlacedSpots((places,))


def dials_picture(study: RotationStudy) -> Dials:
    note = translate(
        "RotationPage", "grey PE({position}), green R·PE({position}), ring PE({later})"
    )
    return Dials(
        title=translate("RotationPage", "Its blocks: each pair of dimensions as a clock hand"),
        note=note.format(position=study.position, later=study.position + study.offset),
        study=study,
    )


def those_with_room(count: int, width: float, theme: Theme) -> list[int]:
    """Indices of the dials that fit into ``width``: all, or some at even distances."""
    room = max(1, int(width // (SMALLEST_DIAL * theme.scale)))
    if count <= room:
        return list(range(count))
    return [round(place * (count - 1) / max(room - 1, 1)) for place in range(room)]


def _paint_dial(
    painter: QPainter, place: QRectF, turn: Turn, theme: Theme, *, reach: float
) -> None:
    words = 4 * LINE * theme.small + theme.unit
    side = max(min(place.width() - 4 * theme.unit, place.height() - words - theme.unit), 8.0)
    circle = QRectF(place.center().x() - side / 2, place.top(), side, side)
    painter.setPen(QPen(QColor(theme.line), 1.5 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(circle)
    vectors = (turn.before, turn.turned, turn.after)
    before, turned, after = (_tip(circle, vector, reach) for vector in vectors)
    _paint_hand(painter, circle.center(), before, QPen(QColor(theme.soft_text), 2 * theme.scale))
    _paint_hand(painter, circle.center(), turned, QPen(QColor(theme.accent), 2.4 * theme.scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text), 1.6 * theme.scale))
    painter.drawEllipse(after, 4 * theme.scale, 4 * theme.scale)
    below = QRectF(place.left(), circle.bottom() + theme.unit, place.width(), words)
    _paint_words(painter, below, turn, theme)


def _tip(circle: QRectF, vector: FloatArray, reach: float) -> QPointF:
    """Tip of a vector: sine upwards, cosine to the right, so angles grow counterclockwise."""
    sine, cosine = (float(value) / reach * circle.width() / 2 for value in vector)
    return circle.center() + QPointF(cosine, -sine)


def _paint_hand(painter: QPainter, middle: QPointF, tip: QPointF, pen: QPen) -> None:
    painter.setPen(pen)
    painter.drawLine(middle, tip)
    along = tip - middle
    length = math.hypot(along.x(), along.y())
    if length < 1e-6:
        return
    ahead = along / length * min(3.2 * pen.widthF(), length)
    across = QPointF(-ahead.y(), ahead.x()) * 0.5
    painter.setBrush(pen.color())
    painter.drawPolygon(QPolygonF([tip, tip - ahead + across, tip - ahead - across]))


def _paint_words(painter: QPainter, place: QRectF, turn: Turn, theme: Theme) -> None:
    (a, b), (c, d) = turn.block.tolist()
    height = theme.small * LINE
    angle = f"{turn.degrees % 360:.4g}°"
    lines = (turn_name(turn), angle, _row(a, b), _row(c, d))
    for number, text in enumerate(lines):
        weight: Weight = "normal" if number else "bold"
        line = QRectF(place.left(), place.top() + number * height, place.width(), height)
        colour = "" if number == 1 else theme.text
        paint_line(painter, line, text, theme, colour=colour, weight=weight, side="centre")


def _row(left: float, right: float) -> str:
    """A row of a block, both numbers equally wide: ``−0.84  0.54``."""
    return f"{_signed(left)}  {_signed(right)}"


def _signed(value: float) -> str:
    text = decimal_number(value)
    return text if text.startswith(MINUS) else f"\u2007{text}"


# ------------------------------------------------------------------------------------------ curves


HIGHEST_POWER = 5
"""Wavelengths are on an axis from 10⁰ to 10⁵: they lie between 2π and 10000 · 2π, at any size."""


def dimensions_picture(snapshot: PositionsSnapshot, dimensions: Sequence[int]) -> Plot:
    table, level = snapshot.table[: snapshot.count], table_level(snapshot)
    chosen = tuple(dimensions)
    names = ", ".join(map(str, chosen))
    return Plot(
        title=translate("PositionCurves", "Curves of the chosen dimensions"),
        note=translate("PositionCurves", "Dimensions {numbers}").format(numbers=names),
        across_name=translate("positions", "position"),
        x=frozen(np.arange(len(table), dtype=np.float32)),
        curves=frozen(np.ascontiguousarray(table[:, list(dimensions)].T)),
        up=(-1.05 * level, 1.05 * level),
        ticks=_level_ticks(level),
        sentence=lambda cell: table_sentence(snapshot, Cell(cell.column, chosen[cell.row])),
    )


def wavelengths_picture(snapshot: PositionsSnapshot) -> Plot:
    d_model, waves = snapshot.table.shape[1], snapshot.waves
    lengths, pairs = wavelengths(d_model, waves), pair_dimensions(d_model, waves).tolist()
    halves = waves.sinusoids == "halves"
    step = 1 if halves else 2  # from one pair's sine to the next one's
    shown = translate("positions", "{count} positions shown").format(count=snapshot.count)

    def say(cell: Cell) -> str:
        pair, length = cell.column, float(lengths[cell.column])
        # the last sine of an odd d_model has no cosine
        first, second = pairs[pair] if pair < len(pairs) else (step * pair, step * pair)
        text = translate(
            "positions",
            "dimensions {first} and {second} · repeat after {length} positions · {turns} turns "
            "in the range shown",
        )
        return text.format(
            first=first,
            second=second,
            length=f"{length:,.2f}" if length < 1000 else f"{length:,.0f}",
            turns=f"{snapshot.count / length:.3g}",
        )

    return Plot(
        title=translate("WavelengthsPage", "Wavelength of each pair of dimensions"),
        note=_wavelengths_note(snapshot),
        across_name=translate("positions", "dimension of the sine")
        if halves
        else translate("positions", "dimension"),
        x=frozen(step * np.arange(len(lengths), dtype=np.float32)),
        curves=frozen(lengths[None].astype(np.float32)),
        up=(1.0, 10.0**HIGHEST_POWER),
        ticks=tuple((10.0**power, f"{10**power:,}") for power in range(HIGHEST_POWER + 1)),
        marks=((float(max(snapshot.count, 1)), shown),),
        logarithmic=True,
        sentence=say,
    )


def _wavelengths_note(snapshot: PositionsSnapshot) -> str:
    if snapshot.kind == "learned":
        return translate(
            "WavelengthsPage",
            "This model's table is learned and has no wavelengths; shown are those of a "
            "sinusoidal table of the same size.",
        )
    if snapshot.kind != "sinusoidal":
        return translate(
            "WavelengthsPage",
            "This model's positions have no wavelengths; shown are those of a "
            "sinusoidal table of the same size.",
        )
    scale = translate("WavelengthsPage", "positions, on a logarithmic scale")
    if snapshot.waves.sinusoids == "halves":
        half = (snapshot.table.shape[1] + 1) // 2
        pairs = translate("WavelengthsPage", "a pair: dimensions i and i + {half}")
        return f"{scale} · {pairs.format(half=half)}"
    return scale


# ------------------------------------------------------------------------------- altered positions


def altered_title(translation: AlteredTranslation) -> str:
    return {
        None: translate("positions", "As it is"),
        "shuffled": translate("positions", "Shuffled: each token gets another one's position"),
        "removed": translate("positions", "Removed: no position is added to any token"),
    }[translation.how]


def altered_note(translation: AlteredTranslation, changed: int) -> str:
    sure = translate("positions", "log-probability {number} nats").format(
        number=log_number(translation.log_probability)
    )
    if translation.how is None:
        return sure
    template = translate("positions", "{count} of {all} tokens differ")
    differ = template.format(count=changed, all=len(translation.tokens))
    return f"{differ} · {sure}"


def altered_tables(
    translation: AlteredTranslation, source: Sequence[str], changed: Sequence[bool]
) -> Tables:
    """Tables of positions (NaN where none was added) and of changed target tokens (1)."""
    rows = [math.nan if row is None else row for row in translation.source_rows]
    columns: tuple[tuple[str, Sequence[str], str, Sequence[float]], ...] = (
        (translate("positions", "source"), source, translate("positions", "position"), rows),
        (
            translate("positions", "target"),
            translation.tokens,
            translate("positions", "differs"),
            changed,
        ),
        (
            altered_title(translation),
            (translation.text,),
            translate("positions", "log-probability in nats"),
            (translation.log_probability,),
        ),
    )
    return tuple(
        ValueTable(
            name=name,
            rows=tuple(map(visible, tokens)),
            columns=(column,),
            values=np.array(numbers, np.float64)[:, None],
        )
        for name, tokens, column, numbers in columns
    )
