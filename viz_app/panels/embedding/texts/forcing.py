"""Teacher forcing in words: rows, sentences with exact numbers, what it all comes to."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from model.lessons.embedding.teacher_forcing_record import TeacherForcingRecord
from viz_app.panels.embedding.state import Origin
from viz_app.texts.isolates import safe
from viz_app.texts.token_text import quoted

translate = QCoreApplication.translate


def loss_row_names() -> tuple[str, str, str, str]:
    """What the rows of a sentence are."""
    return (
        translate("forcing", "decoder reads"),
        translate("forcing", "expected"),
        translate("forcing", "model’s choice"),
        translate("forcing", "loss (nats)"),
    )


def loss_mark(loss: float) -> str:
    """Over a bar: three decimals."""
    return f"{loss:.3f}" if loss >= 0.0005 else "<0.001"


def mean_mark(value: float) -> str:
    """Beside the line of the mean."""
    return translate("forcing", "mean of the batch {value}").format(value=loss_mark(value))


def decoder_name() -> str:
    """The band between what is read and what is expected."""
    return translate("forcing", "Decoder")


def sentence_title(record: TeacherForcingRecord, sentence: int) -> str:
    """A sentence of the batch with its target."""
    return f"{safe(record.sources[sentence])}  →  {safe(record.targets[sentence])}"


def origin_sentence(origin: Origin, target: str) -> str:
    """Whose target is expected."""
    text = {
        "given": translate("forcing", "{target} – typed by you"),
        "reference": translate(
            "forcing", "{target} – the reference that Headlight knows; type another and press Enter"
        ),
        "translation": translate(
            "forcing", "{target} – as the model says it; type another and press Enter"
        ),
    }[origin]
    return text.format(target=target)


def position_sentence(record: TeacherForcingRecord, sentence: int, position: int) -> str:
    """One position: what is read, expected and chosen there, and what it costs."""
    loss = float(record.losses[sentence, position])
    if not record.counts[sentence, position]:
        text = translate(
            "forcing",
            "position {position}: padding – nothing is expected, so its loss ({loss}) "
            "does not count",
        )
        return text.format(position=position, loss=_exact(loss))
    text = translate(
        "forcing",
        "position {position}: after {fed} {expected} is expected: probability {probability}, "
        "loss −ln p = {loss} nats; the model’s choice: {predicted}",
    )
    return text.format(
        position=position,
        fed=quoted(record.fed[sentence][position]),
        expected=quoted(record.expected[sentence][position]),
        predicted=quoted(record.predicted[sentence][position]),
        probability=f"{math.exp(-loss):.6f}",
        loss=_exact(loss),
    )


def mean_sentence(record: TeacherForcingRecord) -> str:
    """The loss of the batch: over the positions that count."""
    text = translate("forcing", "Mean over the {count} positions that count: {mean} nats.")
    return text.format(count=record.n_counting, mean=_exact(record.mean))


def padding_sentence(record: TeacherForcingRecord) -> str:
    """What would happen if padding counted."""
    if not record.n_padding:
        return translate("forcing", "This batch has no padding.")
    text = translate(
        "forcing",
        "With the {count} positions of padding it would be {mean} nats, {share} % from padding: "
        "the model would learn to write <pad>.",
    )
    total = float(record.losses.sum(dtype=float))
    padding = float(record.losses[~record.counts].sum(dtype=float))
    return text.format(
        count=record.n_padding,
        mean=_exact(record.mean_with_padding),
        share=f"{100 * padding / total:.0f}" if total else "0",
    )


def smoothing_sentence(record: TeacherForcingRecord) -> str:
    """That the losses here are plain ones."""
    if not record.label_smoothing:
        return translate("forcing", "Training had no label smoothing.")
    return translate(
        "forcing", "This is the plain loss; in training label smoothing {value} came on top."
    ).format(value=f"{record.label_smoothing:g}")


def _exact(loss: float) -> str:
    """Four decimals, or two digits where those would hide it."""
    return f"{loss:.4f}" if loss >= 0.001 or loss == 0 else f"{loss:.2g}"
