"""The text beside each page of the positions tab."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.panels.positions.state import Page
from viz_app.texts.papers import VASWANI, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def page_lesson(page: Page) -> Lesson:
    """The text beside a page."""
    return {
        "table": _table_lesson,
        "wavelengths": _wavelengths_lesson,
        "rotation": _rotation_lesson,
        "learned": _learned_lesson,
        "without": _without_lesson,
    }[page]()


def _table_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "Where a word stands (positional encoding)"),
        body=(
            translate(
                "positions",
                "Attention alone does not know which word comes first. So a row of numbers that "
                "stands for the place is added to each word's vector (token embedding).",
            ),
            translate(
                "positions",
                "Each column is a wave over the places: fast ones at the left, slow ones at the "
                "right, sine and cosine by turns. Neighbours get similar rows; far places "
                "different ones: in the similarity, the diagonal has the strongest colour.",
            ),
            translate(
                "positions",
                "The formula gives a row for any place, also for one that training never saw.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _wavelengths_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "How fast each wave is (wavelength)"),
        body=(
            translate(
                "positions",
                "Each pair of columns, a sine and a cosine, goes round once in a certain number "
                "of places (its wavelength). From pair to pair it grows by the same ratio, from "
                "2π to almost 10000 · 2π: on this scale a straight line.",
            ),
            translate(
                "positions",
                "Fast pairs tell neighbours apart, as the seconds hand of a clock does; slow ones "
                "tell the beginning from the end, as the hour hand does. Pairs above the dashed "
                "line do not go round once within the places shown.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )


def _rotation_lesson() -> Lesson:
    return Lesson(
        title=translate("positions", "A shift is a turn (rotation)"),
        body=(
            translate(
                "positions",
                "Take sine and cosine of one pair as the hand of a clock. Going k places further "
                "turns every hand by its own angle, and by the same angle wherever one starts.",
            ),
            translate(
                "positions",
                "So one matrix R takes each place's row to the row k places later: small blocks "
                "of cosines and sines on its diagonal (addition theorems). A linear layer can "
                "learn such a matrix, and with it to look a fixed distance back.",
            ),
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
                "The same model translates the same sentence three times: with its positions, "
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
                "one. A coloured background marks words that differ from the unaltered "
                "translation.",
            ),
        ),
        source=cited((VASWANI, "§3.5")),
    )
