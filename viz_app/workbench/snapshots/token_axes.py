"""Names of rows and columns: tokens or words, some hidden, and those of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile, zip_longest

from model.messages import Message
from model.special_tokens import HIDDEN_TOKENS
from model.text.cut import whole_characters
from model.text.words import JOINER, glosses_of, word_spans
from model.traces.aggregation import Span, TokenSpans, single
from model.traces.trace import KINDS, Kind, Trace
from viz_app.workbench.snapshots.interventions import branch_name
from viz_app.workbench.state import (
    AttentionOptions,
    Branch,
    BranchTree,
    RowLabels,
    descendants,
    given_steps,
)

# -------------------------------------------------------------------------------------- token axes


@dataclass(frozen=True, slots=True)
class RowLabel:
    """Name of a query row: the input token, and for decoder and cross the predicted one.

    ``gloss`` is what a source token means, where that is known and wanted.
    """

    fed: str
    predicted: str | None = None
    gloss: str = ""

    def text(self, labels: RowLabels, shown: Callable[[str], str] = str) -> str:
        """``a → cat``, ``a`` or ``cat``; ``shown`` makes a token readable."""
        if self.predicted is None or labels == "fed":
            return shown(self.fed)
        predicted = shown(self.predicted)
        return predicted if labels == "predicted" else f"{shown(self.fed)} → {predicted}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAxes:
    """Tokens of rows and columns, and their names.

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
    """Axes of a kind, cached for its mosaic and its focused picture.

    ``decoded``: number of query tokens at the step on screen; the row of a partly decoded word is
    the mean over its decoded subwords.
    """
    names = row_labels(trace, kind, glosses=options.glosses)
    tokens = [
        name.fed if name.predicted is None or labels == "fed" else name.predicted for name in names
    ]
    rows = _spans(tokens, options)
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
    """One per query token; source tokens with their glosses if requested."""
    if kind == "encoder":
        tokens = trace.source_tokens
        known = glosses_of(tokens) if glosses else ("",) * len(tokens)
        return tuple(
            RowLabel(token, gloss=gloss) for token, gloss in zip(tokens, known, strict=True)
        )
    return tuple(RowLabel(step.fed, step.token) for step in trace.steps)


def key_glosses(trace: Trace, kind: Kind) -> tuple[str, ...]:
    """Meanings of the key tokens; empty if none is known."""
    known = glosses_of(trace.source_tokens) if kind != "decoder" else ()
    return known if any(known) else ()


def joined(pieces: Sequence[str]) -> str:
    """Subwords as a word: ``book`` and ``##store`` are ``bookstore``."""
    first, *others = pieces
    return whole_characters(first + "".join(piece.removeprefix(JOINER) for piece in others))


def _spans(tokens: Sequence[str], options: AttentionOptions) -> tuple[Span, ...]:
    if not options.words or not tokens:
        return single(range(len(tokens)))
    return tuple(word_spans(tokens))


def _all_hidden(
    names: Sequence[RowLabel], span: Span, labels: RowLabels, options: AttentionOptions
) -> bool:
    if options.special == "shown":
        return False
    name = names[span[0]]
    if name.predicted is None or labels == "fed":
        return name.fed in HIDDEN_TOKENS
    return name.predicted in HIDDEN_TOKENS and (labels != "both" or name.fed in HIDDEN_TOKENS)


def _glosses(known: Sequence[str], spans: Sequence[Span]) -> tuple[str, ...]:
    return tuple(_together(known[start:end]) for start, end in spans) if known else ()


def _together(glosses: Sequence[str]) -> str:
    return " ".join(dict.fromkeys(filter(None, glosses)))


def _row_label(names: Sequence[RowLabel], labels: RowLabels) -> RowLabel:
    # The other reading's tokens do not form a word: shortened.
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


# -------------------------------------------------------------------------------------- token line
# One branch's target as a line of tokens with their probabilities.


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """Tokens, one a step.

    Attributes:
        log_probabilities: natural, one a token.
        given: for each token, whether it was the user's choice and not the model's.
        log_probability: their sum.
        as_log: the numbers are logarithms: of a given target some tokens have hardly any p.
        as_places: they are the places of an encoder alone: each was predicted from all others, and
            the sum means nothing.
    """

    tokens: tuple[str, ...] = ()
    log_probabilities: tuple[float, ...] = ()
    given: tuple[bool, ...] = ()
    log_probability: float = 0.0
    as_log: bool = False
    as_places: bool = False


def token_line(trace: Trace) -> TokenLine:
    if trace.places:
        return _places_line(trace)
    given = tuple(step.given for step in trace.steps)
    return TokenLine(
        tokens=trace.predicted_tokens,
        log_probabilities=tuple(step.log_probability for step in trace.steps),
        given=given,
        log_probability=trace.log_probability,
        as_log=any(given),
    )


def _places_line(trace: Trace) -> TokenLine:
    # A masked place has the expected token.
    each = tuple(zip(trace.source_tokens, trace.places, strict=True))
    return TokenLine(
        tokens=tuple(
            f"{token}→{place.candidates[0].token}" if place.masked else token
            for token, place in each
        ),
        log_probabilities=tuple(place.log_probability for place in trace.places),
        given=tuple(not place.masked for place in trace.places),
        as_places=True,
    )


def branch_line(tree: BranchTree, branch: int) -> TokenLine:
    line = token_line(tree.branch(branch).trace)
    if line.as_places:
        return line
    return replace(line, given=given_steps(tree, branch), as_log=_as_log(tree, branch))


def _as_log(tree: BranchTree, branch: int) -> bool:
    """Whether numbers are logarithms: as in its parent, unless its target was given.

    So a branch from another candidate shows shared tokens with the same numbers.
    """
    own = tree.branch(branch)
    if own.parent is None:
        return any(step.given for step in own.trace.steps)
    return own.given or _as_log(tree, own.parent)


# ------------------------------------------------------------------------------------- branch rows
# The branches as rows of a list, each under the one that it left.


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRow:
    """One branch.

    Attributes:
        id, parent, name, given: as in :class:`~viz_app.workbench.state.Branch`.
        text: its target from where it left its parent; the whole one if that was given.
        log_probability: of its whole target so far, natural.
        growing: it is being decoded.
        changed: the name of the interventions that its parent does not have, or None.
    """

    id: int
    parent: int | None
    name: str
    text: str
    log_probability: float
    given: bool
    growing: bool
    changed: Message | None = None


def branch_rows(tree: BranchTree) -> tuple[BranchRow, ...]:
    """Branches with a step of their own, depth first."""
    in_order = (tree.original, *descendants(tree, tree.original.id))
    return tuple(_row(tree, branch) for branch in in_order if branch.begun)


def _row(tree: BranchTree, branch: Branch) -> BranchRow:
    return BranchRow(
        id=branch.id,
        parent=branch.parent,
        name=branch.name,
        text=branch.text,
        log_probability=branch.trace.log_probability,
        given=branch.given,
        growing=branch.id in tree.growing,
        changed=branch_name(tree, branch),
    )


# -------------------------------------------------------------------------------------- comparison
# Snapshot for comparing two branches: their tokens side by side.


@dataclass(frozen=True, slots=True)
class Column:
    """A place in both lines: the steps whose tokens stand there; None where a line has none."""

    current: int | None
    compared: int | None
    same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonSnapshot:
    """Two branches.

    Attributes:
        current, compared: as rows of the list of branches.
        current_line, compared_line: their tokens.
        columns: how these are aligned: the common beginning, then by longest common runs.
    """

    current: BranchRow
    compared: BranchRow
    current_line: TokenLine
    compared_line: TokenLine
    columns: tuple[Column, ...]


def comparison_of(tree: BranchTree) -> ComparisonSnapshot | None:
    """The current and the compared branch; None without one."""
    if tree.compared is None:
        return None
    rows = {row.id: row for row in branch_rows(tree)}
    current, compared = branch_line(tree, tree.current), branch_line(tree, tree.compared)
    return ComparisonSnapshot(
        current=rows[tree.current],
        compared=rows[tree.compared],
        current_line=current,
        compared_line=compared,
        columns=aligned(current.tokens, compared.tokens),
    )


@lru_cache(maxsize=4)
def aligned(current: tuple[str, ...], compared: tuple[str, ...]) -> tuple[Column, ...]:
    """Two lines of tokens in common columns.

    The common beginning comes first; the rest is aligned by :class:`difflib.SequenceMatcher`.
    Replaced tokens are in the columns of those that they replace.
    """
    from difflib import SequenceMatcher  # late: only who compares needs it

    pairs = zip(current, compared, strict=False)
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    matcher = SequenceMatcher(None, current[start:], compared[start:], autojunk=False)
    columns = [Column(step, step, same=True) for step in range(start)]
    for tag, *bounds in matcher.get_opcodes():
        columns += _columns(tuple(start + bound for bound in bounds), same=tag == "equal")
    return tuple(columns)


def _columns(bounds: Sequence[int], *, same: bool) -> Iterator[Column]:
    """Columns of one opcode: ``current[a:b]`` beside ``compared[c:d]``."""
    a, b, c, d = bounds
    for current, compared in zip_longest(range(a, b), range(c, d)):
        yield Column(current, compared, same=same)
