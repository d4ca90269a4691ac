"""Texts of the pages of the positions tab."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import Positions
from model.lessons.positions import PAPERS, AlteredTranslation, RotationStudy, Turn, Waves
from viz_app.panels.positions.room import Page
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import MINUS, decimal_number, log_number
from viz_app.texts.picture_caption import RAFFEL, VASWANI, cited
from viz_app.texts.visible_token import visible
from viz_app.widgets.lesson_page import Lesson

# ----------------------------------------------------------------------------------------- lessons
# The text beside each page of the positions tab.


translate = QCoreApplication.translate


def page_lesson(page: Page, kind: Positions = "sinusoidal", waves: Waves = PAPERS) -> Lesson:
    if page == "table":
        return _table_lesson(kind, waves)
    if page == "wavelengths":
        return _wavelengths_lesson(waves)
    if page == "rotation":
        return _rotation_lesson(waves)
    return _learned_lesson() if page == "learned" else _without_lesson()


def _table_lesson(kind: Positions, waves: Waves) -> Lesson:
    if kind in {"relative", "none"}:
        return _relative_lesson() if kind == "relative" else _no_positions_lesson()
    return Lesson(
        title=translate("positions", "The position of a word (positional encoding)"),
        body=(
            translate(
                "positions",
                "Attention alone does not know the order of the words. A vector that "
                "encodes the position is therefore added to each word's vector (token "
                "embedding).",
            ),
            *_table_sentences(kind, waves),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _table_sentences(kind: Positions, waves: Waves) -> Iterator[str]:
    if kind == "sinusoidal":
        yield _waves_sentence(waves)
        yield translate(
            "positions",
            "The formula gives a row for any position, even for positions not seen in training.",
        )
        return
    if kind == "learned":
        yield translate(
            "positions",
            "Every value was learned. Rows of positions that were frequent in training show "
            "some order: neighbours are similar; in the similarity plot, the diagonal has "
            "the strongest colour.",
        )
    else:
        yield translate(
            "positions",
            "The table is stored with the model. If it consists of waves, neighbouring "
            "positions get similar rows: in the similarity plot, the diagonal has the "
            "strongest colour.",
        )
    yield translate("positions", "The table has an end: longer sentences have no rows.")


def _waves_sentence(waves: Waves) -> str:
    if waves.sinusoids == "halves":
        return translate(
            "positions",
            "Each column is a wave over the positions: sines in the left half, cosines in "
            "the right half, each with fast waves on the left and slow ones on the right. "
            "Neighbouring positions get similar rows, distant ones different rows: in the "
            "similarity plot, the diagonal has the strongest colour.",
        )
    return translate(
        "positions",
        "Each column is a wave over the positions: fast on the left, slow on the right, "
        "sine and cosine alternating. Neighbouring positions get similar rows, distant ones "
        "different rows: in the similarity plot, the diagonal has the strongest colour.",
    )


def _relative_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "How far apart two words are (relative positions)"),
        body=(
            translate(
                "positions",
                "Attention alone does not know the order of the words. This model adds "
                "nothing to the word vectors. Instead, each head has a learned bias for "
                "every distance from query to key and adds it to the score before the "
                "softmax.",
            ),
            translate(
                "positions",
                "Each curve is one head: where it is high, the head prefers to attend. Each "
                "small distance has its own bias; larger distances share one (buckets), so "
                "the curves have steps. The decoder only looks back.",
            ),
            translate(
                "positions",
                "The matrix shows the same values by query and key: each diagonal is one "
                "distance. All layers of a stack share the biases; cross-attention has none.",
            ),
        ),
        source=cited((RAFFEL, "§2.1")),
    )


def _no_positions_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "No positions"),
        body=(
            translate(
                "positions",
                "This model adds no positions: its encoder sees an unordered set of words. "
                "The decoder still has order information, because each word may only look "
                "back (causal mask).",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _wavelengths_lesson(waves: Waves) -> Lesson:
    apart = (
        translate("positions", "from 2π to 10000 · 2π")
        if waves.closed_sinusoids
        else translate("positions", "from 2π to almost 10000 · 2π")
    )
    return Lesson(
        title=translate("positions", "How fast each wave is (wavelength)"),
        body=(
            translate(
                "positions",
                "Each pair of columns, a sine and a cosine, completes one turn in a certain "
                "number of positions (its wavelength). It grows by the same ratio from pair "
                "to pair, {apart}: a straight line on this scale.",
            ).format(apart=apart),
            translate(
                "positions",
                "Fast pairs distinguish neighbouring positions, like the second hand of a "
                "clock; slow pairs distinguish the beginning from the end, like the hour "
                "hand. Pairs above the dashed line do not complete one turn within the "
                "positions shown.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _rotation_lesson(waves: Waves) -> Lesson:
    matrix = (
        translate(
            "positions",
            "So one matrix R maps each position's row to the row k positions later: cosines "
            "on its diagonal, sines where a pair's two halves meet (addition theorems). A "
            "linear layer can learn such a matrix, and thereby to attend a fixed distance "
            "back.",
        )
        if waves.sinusoids == "halves"
        else translate(
            "positions",
            "So one matrix R maps each position's row to the row k positions later: small "
            "blocks of cosines and sines on its diagonal (addition theorems). A linear "
            "layer can learn such a matrix, and thereby to attend a fixed distance back.",
        )
    )
    return Lesson(
        title=translate("positions", "A shift is a rotation"),
        body=(
            translate(
                "positions",
                "Think of the sine and cosine of one pair as a clock hand. Moving k "
                "positions forward turns each hand by its own angle, and the angle is the "
                "same for every start position.",
            ),
            matrix,
            translate(
                "positions",
                "Grey hand: PE(pos). Green hand: R·PE(pos). Ring: PE(pos + k) of the table.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _learned_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "Computed or learned (positional embedding)"),
        body=(
            translate(
                "positions",
                "Instead of a formula, the rows can be parameters that are trained like all "
                "others. The paper found both about equally good and chose the formula "
                "because it may extend to sentences longer than those seen in training.",
            ),
            translate(
                "positions",
                "A learned table starts as noise. Rows of positions that are frequent in "
                "training become orderly: neighbours become similar. Rows of rare positions "
                "stay noise.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.5, table 3 (E)"))),
    )


def _without_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "Why positions matter"),
        body=(
            translate(
                "positions",
                "The same model reads the same sentence three times: with its true "
                "positions, with shuffled positions, and with none.",
            ),
            translate(
                "positions",
                "Without positions, an encoder layer sees an unordered set of words: who "
                "does what to whom is lost. The decoder still has order information, "
                "because each word may only look back (causal mask).",
            ),
            translate(
                "positions",
                "Short sentences often come out unchanged: the words alone leave little "
                "choice. Try a longer one. A coloured background marks words that differ "
                "from the output with true positions.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


# ------------------------------------------------------------------------------------------- pages
# What the pages of the positions tab say: names and numbers.


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


def wavelength_text(length: float) -> str:
    """``6.28`` or ``54,410``."""
    return f"{length:,.2f}" if length < 1000 else f"{length:,.0f}"


def wavelength_sentence(pair: tuple[int, int], length: float, turns: float) -> str:
    first, second = pair
    text = translate(
        "positions",
        "dimensions {first} and {second} · repeat after {length} positions · {turns} turns "
        "in the range shown",
    )
    return text.format(
        first=first,
        second=second,
        length=wavelength_text(length),
        turns=f"{turns:.3g}",
    )


def turn_name(turn: Turn) -> str:
    """Its dimensions: ``2, 3``."""
    return ", ".join(map(str, turn.dimensions))


def turn_angle(turn: Turn) -> str:
    """``57.3°``, modulo 360°."""
    return f"{turn.degrees % 360:.4g}°"


def turn_sentence(turn: Turn, study: RotationStudy) -> str:
    text = translate(
        "positions",
        "dimensions {name} · turned by {angle} · PE({position}) = {before} · R·PE({position}) = "
        "{turned} · PE({later}) = {after}",
    )
    return text.format(
        name=turn_name(turn),
        angle=f"{turn.degrees:.4g}°",
        position=study.position,
        later=study.position + study.offset,
        before=_vector(turn.before.tolist()),
        turned=_vector(turn.turned.tolist()),
        after=_vector(turn.after.tolist()),
    )


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
        "sinusoidal": translate(
            "positions", "Rows are counted from 0; in the formula the first has position {offset}."
        ).format(offset=first),
        "learned": translate("positions", "This table was learned: no rotation fits it."),
        "given": translate("positions", "This table is stored: a rotation may not fit it."),
        "relative": translate("positions", "This model adds no positions: all rows are 0."),
        "none": translate("positions", "This model adds no positions: all rows are 0."),
    }
    return f"{said} {reasons[kind]}"


def exact(value: float) -> str:
    """Three digits, in scientific notation where the value is small: ``5.96e−08``."""
    return f"{value:.3g}".replace("e-0", "e-").replace("-", MINUS)


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


def _vector(numbers: list[float]) -> str:
    return "({})".format(", ".join(decimal_number(number, 4) for number in numbers))
