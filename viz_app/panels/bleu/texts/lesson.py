"""The text beside the BLEU tab."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.bleu.explained import MAX_ORDER
from viz_app.panels.bleu.texts.ngram_words import order_name
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def bleu_lesson() -> Lesson:
    """How BLEU counts."""
    return Lesson(
        title=translate("bleu", "How near is a translation to a right one?"),
        body=(
            translate(
                "bleu",
                "BLEU counts pieces of the translation that a right translation (reference) has "
                "too: single words, pairs, and so on up to four in a row (n-grams).",
            ),
            translate(
                "bleu",
                "A piece counts as often as the reference has it, no more (clipping). The share "
                "that matches is the precision. What is too short would be precise too easily, so "
                "it is punished (brevity penalty).",
            ),
            translate(
                "bleu",
                "A longer match is rare: one changed word spoils up to four 4-grams. That is why "
                "BLEU means little for one sentence and is taken over a whole file, with its "
                "settings (signature) beside it.",
            ),
        ),
        source=translate(
            "bleu",
            "Papineni et al. 2002 · Chen and Cherry 2014 (smoothing) · Post 2018 (sacrebleu) · "
            "reading report, BLEU",
        ),
    )


def order_texts() -> dict[str, tuple[str, str]]:
    """Text and tool tip of the buttons, by order."""
    tips = (
        translate("bleu", "Mark single words"),
        translate("bleu", "Mark pairs of words"),
        translate("bleu", "Mark three words in a row"),
        translate("bleu", "Mark four words in a row"),
    )
    return {str(n): (order_name(n), tips[n - 1]) for n in range(1, MAX_ORDER + 1)}
