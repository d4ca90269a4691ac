"""The texts beside the parts of the mask tab."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from viz_app.panels.masks.state import MasksPart
from viz_app.texts.papers import VASWANI, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def batch_lesson() -> Lesson:
    """Why there are masks."""
    return Lesson(
        title=translate("masks", "Why sentences need masks"),
        body=(
            translate(
                "masks",
                "Many sentences are read at once (a batch). Shorter ones are filled up with "
                "empty places (padding). No token may look there: that is the source padding "
                "mask.",
            ),
            translate(
                "masks",
                "A target token may not look at those after it, because they are what the model "
                "must predict (causal mask). Combined with padding it is the mask of the decoder. "
                "When target tokens look at the source (cross-attention), only the padding of the "
                "source counts.",
            ),
            translate("masks", "Edit the sentences, add some, and watch the padding grow."),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def steps_lesson() -> Lesson:
    """How a mask is made."""
    return Lesson(
        title=translate("masks", "From lengths to a mask"),
        body=(
            translate(
                "masks",
                "Mark which places hold a token (valid positions). Put queries against keys, and "
                "there is a table of who may look at whom (matrix). Turn it round (inverted) to "
                "say what is hidden, or write 0 and −∞ (additive mask). Added to a head's scores, "
                "−∞ leaves a weight of 0 after the softmax (applied).",
            ),
            translate(
                "masks",
                "Some programs multiply the valid positions of both sides, so rows of padding "
                "have no key left. This model looks at the keys only: tick the box to see the "
                "difference.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def change_lesson() -> Lesson:
    """What to try."""
    return Lesson(
        title=translate("masks", "What if a token could not look there?"),
        body=(
            translate(
                "masks",
                "Flip a cell of a mask. All heads of all layers then use it: the same words are "
                "read again for scores and weights, and the sentence is translated again.",
            ),
            translate(
                "masks",
                "Forbid a word that the model needs, and the translation breaks. Forbid one that "
                "it hardly needs, and little happens. Allow a word of the future in the decoder: "
                "in decoding it does not exist yet, so little changes. In training the whole "
                "target is there, and the model could copy what it should predict. That is what "
                "the causal mask is for.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


def rows_lesson() -> Lesson:
    """Why a row without keys matters."""
    return Lesson(
        title=translate("masks", "A row without keys"),
        body=(
            translate(
                "masks",
                "A softmax shares out 1 among the keys. Where all keys are masked there is nobody "
                "to share with. With −∞ it divides 0 by 0 (NaN, not a number). With −10⁹ all keys "
                "are equally unlikely, so each gets the same (uniform). This model sets masked "
                "weights to 0.",
            ),
            translate(
                "masks",
                "Such rows come from masking padded queries too, as some programs do; they "
                "are harmless there only because the loss leaves padding out. Click a key to give "
                "it back: with one key left, all three rules agree.",
            ),
        ),
        source=cited((VASWANI, "§3.2.3")),
    )


LESSONS: dict[MasksPart, Callable[[], Lesson]] = {
    "batch": batch_lesson,
    "steps": steps_lesson,
    "change": change_lesson,
    "rows": rows_lesson,
}
