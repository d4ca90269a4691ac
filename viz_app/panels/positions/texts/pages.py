"""What the pages of the positions tab say: names and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import Positions
from model.lessons.positions.altered_record import AlteredTranslation
from model.lessons.positions.rotation_study import RotationStudy, Turn
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.numbers import MINUS, decimal_number, log_number
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


def page_texts() -> dict[str, tuple[str, str]]:
    """Name and tool tip of each page."""
    return {
        "table": (
            translate("positions", "Table"),
            translate("positions", "The numbers that are added to each position's token"),
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
            translate("positions", "The sinusoidal table beside one that was trained"),
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
    """One pair of dimensions."""
    first, second = pair
    text = translate(
        "positions",
        "dimensions {first} and {second} · repeat after {length} positions · {turns} turns in "
        "what is shown",
    )
    return text.format(
        first=first,
        second=second,
        length=wavelength_text(length),
        turns=f"{turns:.3g}",
    )


def turn_name(turn: Turn) -> str:
    """``2, 3``: its dimensions."""
    return ", ".join(map(str, turn.dimensions))


def turn_angle(turn: Turn) -> str:
    """``57.3°``; above a full turn it is what is left of it."""
    return f"{turn.degrees % 360:.4g}°"


def turn_sentence(turn: Turn, study: RotationStudy) -> str:
    """One dial in words."""
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
    """How well the rotation fits; ``first`` is where the formula begins to count."""
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
        "given": translate("positions", "This table is stored as it is: no rotation need fit it."),
        "relative": translate("positions", "This model adds no positions: all rows are 0."),
        "none": translate("positions", "This model adds no positions: all rows are 0."),
    }
    return f"{said} {reasons[kind]}"


def exact(value: float) -> str:
    """Three digits, with a power of ten where it is small: ``5.96e−08``."""
    return f"{value:.3g}".replace("e-0", "e-").replace("-", MINUS)


def altered_title(translation: AlteredTranslation) -> str:
    """What was done to the positions."""
    return {
        None: translate("positions", "As it is"),
        "shuffled": translate("positions", "Shuffled: each token gets another one's position"),
        "removed": translate("positions", "Removed: no position is added to any token"),
    }[translation.how]


def altered_note(translation: AlteredTranslation, changed: int) -> str:
    """How sure the model is, and how many tokens have changed."""
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
    """No number where no position was added; 1 where a target token differs."""
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
    """Where a learned table is to be found when this model has none."""
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
