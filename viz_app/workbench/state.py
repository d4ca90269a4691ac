"""The parts of the workbench as frozen values."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Literal, get_args

from model.messages import Message
from model.special_tokens import HIDDEN_TOKENS
from model.text.words import join_words
from model.traces.head_measures import Measure
from model.traces.summary import ModelSummary
from model.traces.trace import KINDS, Kind, Trace
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.settings import ColourMap, Settings

# ------------------------------------------------------------------------------- attention options
# How attention is looked at: the view, what is hidden or merged, scale and colours.


View = Literal["grid", "focus", "links", "text"]
"""All heads, one head's matrix, lines between tokens, or the sentence with coloured grounds."""
VIEWS: tuple[View, ...] = get_args(View)

SpecialTokens = Literal["shown", "hidden", "renormalised"]
"""``<s>``, ``</s>`` and ``<pad>``: there, left out, or left out with rows that sum to 1 again."""
SPECIAL_CHOICES: tuple[SpecialTokens, ...] = get_args(SpecialTokens)

Scale = Literal["linear", "sqrt", "log"]
"""How a weight becomes a colour. ``log`` covers four powers of ten."""
SCALES: tuple[Scale, ...] = get_args(Scale)

Combination = Literal["head", "mean", "max", "rollout"]
"""One head, the mean or the largest over the chosen heads of a layer, or attention rollout."""
COMBINATIONS: tuple[Combination, ...] = get_args(Combination)

MASSES = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Shares of a row's weight that links can be cut down to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionOptions:
    """What the user has chosen on the attention panel.

    Colour map and glosses are kept between starts: they are chosen for who looks. All else begins
    afresh, on purpose: it is chosen for a sentence, and who forgot it would misread the next one's
    pictures.

    Attributes:
        side_by_side: all three kinds next to each other.
        special: what happens to special tokens.
        words: pieces of a word share a row and a column.
        combination: what the focused picture shows of the heads.
        heads: of the layer in view, from 0; empty = the head in view, for means all.
        mass: links are drawn for the heaviest keys that together have this share of a row.
        tint: the measure that every head in the mosaic is marked with.
        sorted_by_tint: the mosaic is in the order of that measure.
        glosses: source tokens have their meaning beside them, as far as it is known.
    """

    view: View = "grid"
    side_by_side: bool = False
    special: SpecialTokens = "shown"
    words: bool = False
    scale: Scale = "linear"
    colour_map: ColourMap = "kind"
    combination: Combination = "head"
    heads: tuple[int, ...] = ()
    mass: float = 0.9
    tint: Measure | None = None
    sorted_by_tint: bool = False
    glosses: bool = True


# ---------------------------------------------------------------------------------------- branches
# The ways in which one sentence was decoded, as a tree: the original and what left it.


ROOT = 0
"""The id of the original."""


@dataclass(frozen=True, slots=True)
class BranchRequest:
    """What to decode: on from target ids, or a whole target.

    What was ``written`` is not yet among the ids: which it has is known to the model alone. A
    whole target is kept as it was ``typed``, for the user to mend.
    """

    step: int = field(default=0, compare=False)
    prefix: tuple[int, ...] = ()
    written: str = ""
    whole: bool = False
    typed: str = field(default="", compare=False)

    def with_ids(self, ids: tuple[int, ...]) -> BranchRequest:
        """The same with the ids of what was written."""
        return replace(self, prefix=(*self.prefix, *ids), written="")


AS_THE_MODEL_LIKES = BranchRequest()
"""From the first token on: the original."""


@dataclass(frozen=True, kw_only=True)
class Branch:
    """One way to decode the sentence.

    Attributes:
        id: never used again for another branch of the same tree.
        parent: the branch that it left; None for the original.
        step: up to there (exclusive) its tokens are its parent's.
        name: as the user calls it, or empty.
        trace: as far as it has come.
        given: its target was given as a whole, which is teacher forcing.
        request: what was asked for, so that it can be decoded once more.
    """

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False
    request: BranchRequest = AS_THE_MODEL_LIKES

    @property
    def begun(self) -> bool:
        """Whether it has a step of its own."""
        return self.parent is None or len(self.trace.steps) > self.step

    @cached_property
    def text(self) -> str:
        """Its target from where it left its parent; the whole one if that was given."""
        whole = self.parent is None or self.given
        return self.trace.translation if whole else target_text(self.trace, start=self.step)

    @property
    def token_ids(self) -> tuple[int, ...]:
        """The target so far."""
        return self.trace.predicted_ids

    def begins_with(self, token_ids: Sequence[int]) -> bool:
        """Whether these tokens are the first of its target."""
        return self.token_ids[: len(token_ids)] == tuple(token_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchTree:
    """All branches of one source sentence; a new translation begins a new tree.

    Attributes:
        branches: the original first, then in the order in which they were asked for.
        current: the branch on screen.
        compared: the branch that the current one is compared with, or None.
        growing: branches that are being decoded.
        awaited: the branch that comes on screen with its first own step, or None.
        next_id: of the next branch.
    """

    branches: tuple[Branch, ...]
    current: int = ROOT
    compared: int | None = None
    growing: frozenset[int] = frozenset()
    awaited: int | None = None
    next_id: int = ROOT + 1

    def __contains__(self, branch: int) -> bool:
        """Whether there is a branch of that id."""
        return any(known.id == branch for known in self.branches)

    def branch(self, branch: int) -> Branch:
        """The branch of an id.

        Raises:
            KeyError: there is none.
        """
        for known in self.branches:
            if known.id == branch:
                return known
        raise KeyError(branch)

    @property
    def current_branch(self) -> Branch:
        """The branch on screen."""
        return self.branch(self.current)

    @property
    def original(self) -> Branch:
        """What the model said without being told."""
        return self.branches[0]


def work_out(tree: BranchTree) -> None:
    """What a row of each branch says is worked out now, and not when it is shown."""
    for branch in tree.branches:
        _TOLD_OF(branch)


def descendants(tree: BranchTree, branch: int) -> Iterator[Branch]:
    """All that left a branch, and what left those: depth first, in the order of asking."""
    children = defaultdict(list)
    for known in reversed(tree.branches):
        children[known.parent].append(known)
    waiting = children[branch]
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(children[child.id])


def parent_at(tree: BranchTree, step: int) -> Branch:
    """Which branch a new one leaves when the user goes another way at ``step`` of the current.

    Not the current one where that has itself left its parent at that step or later: the new one
    is its sibling.
    """
    branch = tree.current_branch
    while branch.parent is not None and step <= branch.step:
        branch = tree.branch(branch.parent)
    return branch


def continuation_of(tree: BranchTree, token_ids: Sequence[int]) -> Branch | None:
    """The branch that begins with these tokens and goes on as the model likes, or None.

    One that was stopped on its way does not count; one that grows does when all that was given
    has been fed in.
    """
    for branch in tree.branches:
        free = not any(step.given for step in branch.trace.steps[len(token_ids) :])
        if branch.begins_with(token_ids) and free and _ends_freely(tree, branch):
            return branch
    return None


def reading_of(tree: BranchTree, token_ids: Sequence[int]) -> Branch | None:
    """The branch whose whole target was given as these tokens and a ``</s>``, or None."""
    for branch in tree.branches:
        if branch.given and branch.trace.finished and branch.token_ids[:-1] == tuple(token_ids):
            return branch
    return None


def given_steps(tree: BranchTree, branch: int) -> tuple[bool, ...]:
    """For each step of a branch, whether the user gave its token, here or before it left."""
    own = tree.branch(branch)
    before = () if own.parent is None else given_steps(tree, own.parent)[: own.step]
    after = own.trace.steps[len(before) :]
    return (*before, *(step.given for step in after))


def common_steps(one: Trace, other: Trace) -> int:
    """How many tokens two targets have in common from the beginning."""
    pairs = zip(one.steps, other.steps, strict=False)
    differing = (index for index, (a, b) in enumerate(pairs) if a.token_id != b.token_id)
    return next(differing, min(len(one.steps), len(other.steps)))


def target_text(trace: Trace, *, start: int = 0) -> str:
    """The target from a step on, as text."""
    tokens = (step.token for step in trace.steps[start:])
    return join_words(token for token in tokens if token not in HIDDEN_TOKENS)


def _ends_freely(tree: BranchTree, branch: Branch) -> bool:
    """Whether a branch has come to its end, or is on its way there without being told."""
    if branch.id not in tree.growing:
        return branch.trace.finished
    return bool(branch.trace.steps) and not branch.trace.steps[-1].given


_TOLD_OF = attrgetter("text", "trace.log_probability")

# --------------------------------------------------------------------------------------- selection
# What the user is looking at: kind, layer, head, step and cell.


RowLabels = Literal["both", "fed", "predicted"]
"""How decoder and cross rows are named: ``a → cat``, the token fed in, or the one predicted."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One weight: ``row`` is the query, ``column`` the key, both from 0."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Where the user is. ``layer``, ``head`` and ``step`` count from 0; ``step`` is a row."""

    kind: Kind = "cross"
    layer: int = 0
    head: int = 0
    step: int = 0
    cell: Cell | None = None
    row_labels: RowLabels = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadPlace:
    """The chosen head among those that there are; ``layer`` and ``head`` count from 0."""

    kind: Kind
    layer: int
    head: int
    n_layers: int
    n_heads: int
    kinds: tuple[Kind, ...] = KINDS


def head_place(selection: Selection, trace: Trace | None) -> HeadPlace:
    """The chosen head among those of a trace; without one there are none."""
    return HeadPlace(
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
        n_layers=trace.depth(selection.kind) if trace else 0,
        n_heads=trace.n_heads if trace else 0,
        kinds=trace.kinds if trace else KINDS,
    )


def with_head(selection: Selection, kind: Kind, layer: int, head: int) -> Selection:
    """Look at one head; the cell goes when the kind changes, because its tokens would."""
    cell = selection.cell if kind == selection.kind else None
    return dataclasses.replace(selection, kind=kind, layer=layer, head=head, cell=cell)


def with_step(selection: Selection, step: int, trace: Trace | None) -> Selection:
    """Look at a step, as near to the wanted one as the trace has.

    A cell cursor in decoder or cross goes along to the row of the step; so it does in an encoder
    alone, whose places are walked through.
    """
    last = trace.n_places - 1 if trace else 0
    step = max(0, min(step, last))
    cell = selection.cell
    walked = trace.walked(selection.kind) if trace else selection.kind != "encoder"
    if cell is not None and walked and step != selection.step:
        cell = Cell(step, cell.column)
    return dataclasses.replace(selection, step=step, cell=cell)


def within(selection: Selection, trace: Trace) -> Selection:
    """The nearest selection that exists in a trace."""
    if selection.kind not in trace.kinds:
        selection = dataclasses.replace(selection, kind=trace.kinds[0], cell=None)
    rows, columns = len(trace.query_tokens(selection.kind)), len(trace.key_tokens(selection.kind))
    cell = selection.cell
    if cell and (cell.row >= rows or cell.column >= columns):
        cell = None
    selection = dataclasses.replace(
        selection,
        layer=min(selection.layer, trace.depth(selection.kind) - 1),
        head=min(selection.head, trace.n_heads - 1),
        cell=cell,
    )
    return with_step(selection, selection.step, trace)


# --------------------------------------------------------------------------------------- workbench
# What every panel looks at: model, translation, branches, selection, options, playback.


NoticeLevel = Literal["info", "warning", "error"]
LEVELS: tuple[NoticeLevel, ...] = get_args(NoticeLevel)


Picked = Literal["head", "step"]
"""What the user has chosen to look at, so that nothing else chooses it."""

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Steps a second that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Whether steps advance by themselves, and how many a second."""

    playing: bool = False
    speed: float = 1.0

    @property
    def interval_ms(self) -> int:
        """Milliseconds from one step to the next."""
        return round(1000 / self.speed)


@dataclass(frozen=True, slots=True)
class Notice:
    """One non-modal sentence: what happened, what to do; details on demand.

    Attributes:
        level: the gravest of its parts.
        parts: where more was said than one sentence, all of ``message`` in turn by its level.
        go_on: the id of an interrupted run that the user is offered to go on with, or empty.
        use: the id of a run whose model the user is offered to translate with, or empty.
        example: a sentence that the user is offered to translate instead, or empty.
    """

    level: NoticeLevel
    message: Message
    details: str = ""
    go_on: str = ""
    use: str = ""
    example: str = ""
    parts: tuple[tuple[NoticeLevel, Message], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """The state that all panels share.

    Attributes:
        model: the current model, or None before the first is loaded.
        model_key: under which the worker holds that very model.
        model_file: where it was loaded from; None for one that is in no file, as in a training.
        loading: the name of a model that is being loaded.
        models: checkpoints that can be opened by name.
        source_text: the sentence asked for last.
        asked: sentences that were asked for in this window, the newest first.
        doubted: a sentence that was not translated, because it is in another script than the model
            reads, or of another length than it has learned; who asks for it again wants it.
        translating: whether decoding is under way.
        trace: the translation, as far as it has come; that of the current branch.
        outdated: the trace is of the model before, until the new one has read the sentence.
        branches: the translation and what left it, or None before the first.
        refused_target: what the user gave as a target and the model cannot write, or empty.
        recorded: the translation is a moment of a training: nothing can be decoded on from it.
        absent: the model is not here, only what it has made: its checksum, by which it is known
            when it comes, or empty for one that was in no file; None where it is here.
        prerecorded: the translation came with Headlight; the model's own takes its place when the
            model is here.
        picked: what of the selection is the user's choice: the head until another model comes,
            the step until another translation begins. The rest is chosen for the user.
        whole: all steps of a finished translation are in view: nobody has walked them yet.
        tab: the panel in front; what only another one shows is not computed.
    """

    model: ModelSummary | None = None
    model_key: int | None = None
    model_file: ModelFile | None = None
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    source_text: str = ""
    asked: tuple[str, ...] = ()
    doubted: str = ""
    translating: bool = False
    trace: Trace | None = None
    outdated: bool = False
    branches: BranchTree | None = None
    refused_target: str = ""
    recorded: bool = False
    absent: str | None = None
    prerecorded: bool = False
    selection: Selection = Selection()
    picked: frozenset[Picked] = frozenset()
    whole: bool = False
    attention: AttentionOptions = AttentionOptions()
    playback: Playback = Playback()
    tab: str = "attention"
    notice: Notice | None = None
    settings: Settings = Settings()

    @property
    def read_only(self) -> bool:
        """Whether what is on screen can only be looked at: the weights behind it are not here."""
        return self.recorded or self.absent is not None

    @property
    def trace_key(self) -> int | None:
        """Under which the worker holds the model of what is on screen; None without it."""
        return None if self.read_only else self.model_key
