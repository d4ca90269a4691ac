"""The rows and columns of a picture with their names: tokens, or words, some of them hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from model.special_tokens import HIDDEN_TOKENS
from model.text.byte_pieces import whole_characters
from model.text.glosses import glosses_of
from model.text.words import JOINER, word_spans
from model.traces.projection import Span, TokenSpans, single
from model.traces.trace import KINDS, Kind, Trace
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import RowLabels


@dataclass(frozen=True, slots=True)
class RowLabel:
    """Name of a query row: the token fed in, and for decoder and cross what it predicted.

    ``gloss`` is what a source token means, where that is known and wanted.
    """

    fed: str
    predicted: str | None = None
    gloss: str = ""

    def text(self, labels: RowLabels, shown: Callable[[str], str] = str) -> str:
        """As the switch says: ``a → cat``, ``a`` or ``cat``; ``shown`` makes a token readable."""
        if self.predicted is None or labels == "fed":
            return shown(self.fed)
        predicted = shown(self.predicted)
        return predicted if labels == "predicted" else f"{shown(self.fed)} → {predicted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAxes:
    """What rows and columns stand for, and how they are called.

    Attributes:
        glosses: what the columns' tokens mean, as far as that is known; empty where it is of none.
    """

    projection: TokenSpans
    rows: tuple[RowLabel, ...]
    columns: tuple[str, ...]
    glosses: tuple[str, ...] = ()


@lru_cache(maxsize=len(KINDS))
def token_axes(
    trace: Trace, kind: Kind, options: AttentionOptions, *, labels: RowLabels, decoded: int
) -> TokenAxes:
    """The axes of a kind; kept, because its mosaic and its focused picture ask for the same ones.

    ``decoded`` query tokens exist at the step on screen; the row of a word that is only partly
    decoded is the mean over the pieces that are.
    """
    names = row_labels(trace, kind, glosses=options.glosses)
    rows = _spans(_read_tokens(names, labels), options)
    rows = tuple(span for span in rows if not _all_hidden(names, span, labels, options))
    keys = trace.key_tokens(kind)
    columns = tuple(
        (start, end)
        for start, end in _spans(keys, options)
        if options.special == "shown" or keys[start] not in HIDDEN_TOKENS
    )
    projection = TokenSpans(
        rows=tuple((start, min(end, max(decoded, start + 1))) for start, end in rows),
        columns=columns,
        renormalised=options.special == "renormalised",
    )
    return TokenAxes(
        projection=projection,
        rows=tuple(_row_label(names[start:end], labels) for start, end in rows),
        columns=tuple(joined(keys[start:end]) for start, end in columns),
        glosses=_glosses(key_glosses(trace, kind), columns) if options.glosses else (),
    )


def row_labels(trace: Trace, kind: Kind, *, glosses: bool = False) -> tuple[RowLabel, ...]:
    """Labels of a kind's query tokens, one each; source tokens with their glosses if wanted."""
    if kind == "encoder":
        tokens = trace.source_tokens
        known = glosses_of(tokens) if glosses else ("",) * len(tokens)
        return tuple(
            RowLabel(token, gloss=gloss) for token, gloss in zip(tokens, known, strict=True)
        )
    return tuple(RowLabel(step.fed, step.token) for step in trace.steps)


def key_glosses(trace: Trace, kind: Kind) -> tuple[str, ...]:
    """What each of a kind's key tokens means; empty where that is known of none."""
    known = glosses_of(trace.source_tokens) if kind != "decoder" else ()
    return known if any(known) else ()


def joined(pieces: Sequence[str]) -> str:
    """Pieces of one word as a word: ``book`` and ``##store`` are ``bookstore``."""
    first, *others = pieces
    return whole_characters(first + "".join(piece.removeprefix(JOINER) for piece in others))


def _read_tokens(names: Sequence[RowLabel], labels: RowLabels) -> list[str]:
    """The tokens whose words rows are merged by."""
    return [
        name.fed if name.predicted is None or labels == "fed" else name.predicted for name in names
    ]


def _spans(tokens: Sequence[str], options: AttentionOptions) -> tuple[Span, ...]:
    if not options.words or not tokens:
        return single(range(len(tokens)))
    return tuple(word_spans(tokens))


def _all_hidden(
    names: Sequence[RowLabel], span: Span, labels: RowLabels, options: AttentionOptions
) -> bool:
    """Whether a row's name has nothing but special tokens."""
    if options.special == "shown":
        return False
    name = names[span[0]]
    if name.predicted is None or labels == "fed":
        return name.fed in HIDDEN_TOKENS
    return name.predicted in HIDDEN_TOKENS and (labels != "both" or name.fed in HIDDEN_TOKENS)


def _glosses(known: Sequence[str], spans: Sequence[Span]) -> tuple[str, ...]:
    """Of each span, where any has one."""
    return tuple(_together(known[start:end]) for start, end in spans) if known else ()


def _together(glosses: Sequence[str]) -> str:
    """Of a word that is made of several tokens: each of theirs once."""
    return " ".join(dict.fromkeys(filter(None, glosses)))


def _row_label(names: Sequence[RowLabel], labels: RowLabels) -> RowLabel:
    """The name of a word's row. The other reading's tokens, which make no word, are shortened."""
    first, last = names[0], names[-1]
    if len(names) == 1:
        return first
    if first.predicted is None:
        gloss = _together([name.gloss for name in names])
        return RowLabel(joined([name.fed for name in names]), gloss=gloss)
    if labels == "fed":
        return RowLabel(joined([name.fed for name in names]), f"… {last.predicted}")
    predicted = joined([name.predicted or "" for name in names])
    return RowLabel(f"{first.fed} …", predicted)
