"""Texts of the pages of the positions tab."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import Positions
from model.lessons.positions import PAPERS, AlteredTranslation, RotationStudy, Turn, Waves
from viz_app.panels.positions.room import Page
from viz_app.storage.guide import TextPage
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import MINUS, decimal_number, log_number, text_page
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


def page_text(page: Page, kind: Positions = "sinusoidal", waves: Waves = PAPERS) -> TextPage:
    if page == "table" and kind in {"relative", "none"}:
        return text_page(f"positions-{kind}")
    about = waves.sinusoids if page != "table" or kind == "sinusoidal" else kind
    return text_page(f"positions-{page}", about, "closed" if waves.closed_sinusoids else "open")


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
