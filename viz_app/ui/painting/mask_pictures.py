"""The four masks of a sentence in a batch, with their words."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.mask_record import MaskRecord
from model.trace import BoolArray, Kind
from viz_app.state.selection import Cell
from viz_app.ui.painting.legend import Swatch
from viz_app.ui.texts.token_text import quoted

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskPicture:
    """One mask ``[query, key]``, True = may attend, with the tokens of both sides.

    Attributes:
        kind: the attention that uses it, for its colour.
    """

    title: str
    explanation: str
    kind: Kind
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    mask: BoolArray = field(repr=False)


def mask_pictures(record: MaskRecord, sentence: int) -> tuple[MaskPicture, ...]:
    """Source padding, causal, both combined, and cross, of one sentence (from 0)."""
    return (
        _source_padding(record, sentence),
        _causal(record, sentence),
        _target(record, sentence),
        _cross(record, sentence),
    )


def mask_legend() -> list[tuple[Swatch, str]]:
    """Swatches and what they mean."""
    return [
        ("allowed", translate("masks", "may attend")),
        ("masked", translate("masks", "masked")),
    ]


def mask_sentence(picture: MaskPicture, cell: Cell) -> str:
    """Whether one token may attend to another, and why not."""
    row, key = picture.rows[cell.row], picture.columns[cell.column]
    padding = not picture.mask[:, cell.column].any()
    if picture.mask[cell.row, cell.column]:
        sentence = translate("masks", "{row} may attend to {key}.")
    elif padding:
        sentence = translate("masks", "{key} is masked: no query may attend to padding.")
    else:
        sentence = translate("masks", "masked: {row} may not attend to {key}, which comes later.")
    return f"{picture.title} · {sentence.format(row=quoted(row), key=quoted(key))}"


def padding_sentence(record: MaskRecord, *, sentence: int, place: int) -> str:
    """What one place of the batch holds."""
    token = quoted(record.src_tokens[sentence][place])
    if record.source_padding[sentence, place]:
        text = translate("masks", "{token} is a token: queries may attend to it.")
    else:
        text = translate("masks", "{token} is masked: no query may attend to padding.")
    return text.format(token=token)


def _source_padding(record: MaskRecord, sentence: int) -> MaskPicture:
    """What the encoder uses. ``[source, source]``."""
    source = record.src_tokens[sentence]
    return MaskPicture(
        title=translate("masks", "Encoder: source padding"),
        explanation=translate("masks", "No token attends to padding."),
        kind="encoder",
        rows=source,
        columns=source,
        mask=np.broadcast_to(record.source_padding[sentence], (len(source), len(source))),
    )


def _causal(record: MaskRecord, sentence: int) -> MaskPicture:
    """The same for every sentence. ``[target, target]``."""
    target = record.tgt_tokens[sentence]
    return MaskPicture(
        title=translate("masks", "Causal"),
        explanation=translate("masks", "No token attends to one that comes after it."),
        kind="decoder",
        rows=target,
        columns=target,
        mask=record.causal,
    )


def _target(record: MaskRecord, sentence: int) -> MaskPicture:
    """What the decoder uses of its own tokens. ``[target, target]``."""
    target = record.tgt_tokens[sentence]
    return MaskPicture(
        title=translate("masks", "Decoder: causal and padding"),
        explanation=translate("masks", "Both at once: this is what the decoder uses."),
        kind="decoder",
        rows=target,
        columns=target,
        mask=record.target[sentence],
    )


def _cross(record: MaskRecord, sentence: int) -> MaskPicture:
    """What the decoder uses of the source. ``[target, source]``."""
    return MaskPicture(
        title=translate("masks", "Cross: source padding"),
        explanation=translate("masks", "Target tokens attend to no source padding."),
        kind="cross",
        rows=record.tgt_tokens[sentence],
        columns=record.src_tokens[sentence],
        mask=record.cross[sentence],
    )
