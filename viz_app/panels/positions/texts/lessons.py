"""The text beside each page of the positions tab."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from model.config import Positions
from model.lessons.positions.sinusoid import PAPERS, Waves
from viz_app.panels.positions.state import Page
from viz_app.texts.papers import RAFFEL, VASWANI, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def page_lesson(page: Page, kind: Positions = "sinusoidal", waves: Waves = PAPERS) -> Lesson:
    """The text beside a page, for a table of that kind."""
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
        title=translate("positions", "Where a word stands (positional encoding)"),
        body=(
            translate(
                "positions",
                "Attention alone does not know which word comes first. So a row of numbers that "
                "stands for the place is added to each word's vector (token embedding).",
            ),
            *_table_sentences(kind, waves),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _table_sentences(kind: Positions, waves: Waves) -> Iterator[str]:
    """How the numbers of the table came about."""
    if kind == "sinusoidal":
        yield _waves_sentence(waves)
        yield translate(
            "positions",
            "The formula gives a row for any place, also for one that training never saw.",
        )
        return
    if kind == "learned":
        yield translate(
            "positions",
            "Each number was learned. Places that training saw often have rows in some order: "
            "neighbours are alike; in the similarity, the diagonal has the strongest colour.",
        )
    else:
        yield translate(
            "positions",
            "The table came with the model as it is. Where it is made of waves, neighbours get "
            "similar rows: in the similarity, the diagonal has the strongest colour.",
        )
    yield translate("positions", "It ends somewhere: a longer sentence has no rows.")


def _waves_sentence(waves: Waves) -> str:
    if waves.sinusoids == "halves":
        return translate(
            "positions",
            "Each column is a wave over the places: the left half has all sines, the right half "
            "all cosines, in each fast ones at the left, slow ones at the right. Neighbours get "
            "similar rows; far places different ones: in the similarity, the diagonal has the "
            "strongest colour.",
        )
    return translate(
        "positions",
        "Each column is a wave over the places: fast ones at the left, slow ones at the "
        "right, sine and cosine by turns. Neighbours get similar rows; far places "
        "different ones: in the similarity, the diagonal has the strongest colour.",
    )


def _relative_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "How far apart two words are (relative positions)"),
        body=(
            translate(
                "positions",
                "Attention alone does not know which word comes first. This model adds nothing to "
                "the words' vectors. Instead each head has learned a number (bias) for every "
                "distance from a query to a key, and adds it to that score before the softmax.",
            ),
            translate(
                "positions",
                "A curve is a head: where it is high, the head likes to look. Small distances "
                "have a bias each; larger ones share theirs (buckets), so the curves become "
                "steps. The decoder looks back only.",
            ),
            translate(
                "positions",
                "The matrix has the same numbers, query by key: each diagonal is one distance. "
                "All layers of a stack use the same biases; cross-attention has none.",
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
                "This model adds no positions: its encoder sees a bag of words. The decoder still "
                "has an order, because each word may only look back (causal mask).",
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
                "Each pair of columns, a sine and a cosine, goes round once in a certain number "
                "of places (its wavelength). From pair to pair it grows by the same ratio, "
                "{apart}: on this scale a straight line.",
            ).format(apart=apart),
            translate(
                "positions",
                "Fast pairs tell neighbours apart, as the seconds hand of a clock does; slow ones "
                "tell the beginning from the end, as the hour hand does. Pairs above the dashed "
                "line do not go round once within the places shown.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _rotation_lesson(waves: Waves) -> Lesson:
    matrix = (
        translate(
            "positions",
            "So one matrix R takes each place's row to the row k places later: cosines on its "
            "diagonal, sines where a pair's two halves meet (addition theorems). A linear layer "
            "can learn such a matrix, and with it to look a fixed distance back.",
        )
        if waves.sinusoids == "halves"
        else translate(
            "positions",
            "So one matrix R takes each place's row to the row k places later: small blocks "
            "of cosines and sines on its diagonal (addition theorems). A linear layer can "
            "learn such a matrix, and with it to look a fixed distance back.",
        )
    )
    return Lesson(
        title=translate("positions", "A shift is a turn (rotation)"),
        body=(
            translate(
                "positions",
                "Take sine and cosine of one pair as the hand of a clock. Going k places further "
                "turns every hand by its own angle, and by the same angle wherever one starts.",
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
                "Instead of a formula, the rows can be numbers that are trained like all others. "
                "The paper found both equally good, and took the formula because it goes on "
                "beyond the longest sentence of the training.",
            ),
            translate(
                "positions",
                "A learned table begins as noise. Rows of places that training saw often become "
                "orderly: neighbours grow alike. Rows that it hardly saw stay noise.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.5, table 3 (E)"))),
    )


def _without_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "What positions are good for"),
        body=(
            translate(
                "positions",
                "The same model reads the same sentence three times: with its positions, "
                "with those of other words, and with none.",
            ),
            translate(
                "positions",
                "Without them a layer of the encoder sees a bag of words: who does what to whom "
                "is lost. The decoder still has an order, because each word may only look back "
                "(causal mask).",
            ),
            translate(
                "positions",
                "Short sentences often survive: the words alone leave little choice. Try a longer "
                "one. A coloured background marks words that differ from those with its positions.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )
