"""The parts of the workbench as frozen values."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Literal, NamedTuple, get_args

from model.lessons.alignment import AlignedSample, GoldLinks, RowChoice
from model.messages import Message
from model.special_tokens import HIDDEN_TOKENS, Ids
from model.text.corpora import Corpus
from model.text.words import join_words
from model.traces.head_measures import MEASURES, Measure
from model.traces.head_names import HeadNames
from model.traces.interventions import Effect, How, Interventions, Pruned, affected_heads
from model.traces.summary import ModelSummary
from model.traces.trace import KINDS, Kind, Trace
from model.values import Count, Few, FileText, InSession, Keep, Many, OneOf, Text
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.settings import ColourMap, Settings

# ------------------------------------------------------------------------------- attention options
# Options of the attention pictures: view, hidden or merged tokens, scale and colours.


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

HeadMark = Literal[Measure, "effect", "name"]
"""What marks every head: a measure, its effect on the loss when switched off, or a proven name."""
HEAD_MARKS: tuple[HeadMark, ...] = (*MEASURES, "effect", "name")

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
        alignment: the row by which cross-attention is drawn as a word alignment instead; None =
            its weights are drawn.
        tint: what every head in the mosaic is marked with.
        sorted_by_tint: the mosaic is in the order of that mark.
        glosses: source tokens have their meaning beside them, as far as it is known.
    """

    view: InSession[View] = "grid"
    side_by_side: InSession[bool] = False
    special: InSession[SpecialTokens] = "shown"
    words: InSession[bool] = False
    scale: InSession[Scale] = "linear"
    colour_map: ColourMap = "kind"
    combination: InSession[Combination] = "head"
    heads: Annotated[Few[Count], Keep(made=lambda heads: tuple(sorted(set(heads))))] = ()
    mass: Annotated[InSession[float], OneOf(MASSES)] = 0.9
    alignment: InSession[RowChoice | None] = None
    tint: InSession[HeadMark | None] = None
    sorted_by_tint: InSession[bool] = False
    glosses: bool = True


# ---------------------------------------------------------------------------------------- branches
# The decodes of one sentence as a tree: the original and its branches.


ROOT = 0
"""The id of the original."""


@dataclass(frozen=True, slots=True)
class BranchRequest:
    """What to decode: on from target ids, or a whole target.

    What was ``written`` is not yet among the ids: which it has is known to the model alone. A
    whole target is kept as it was ``typed``, for the user to mend. All of it is computed under the
    ``interventions``.
    """

    step: int = field(default=0, compare=False)
    prefix: tuple[int, ...] = ()
    written: str = ""
    whole: bool = False
    typed: str = field(default="", compare=False)
    interventions: Interventions = ()

    def with_ids(self, ids: tuple[int, ...]) -> BranchRequest:
        return replace(self, prefix=(*self.prefix, *ids), written="")


AS_THE_MODEL_LIKES = BranchRequest()
"""From the first token on: the original."""


@dataclass(frozen=True, kw_only=True)
class Branch:
    """One way to decode the sentence.

    Attributes:
        id: unique in the tree, also after deletion.
        parent: id of the branch that it left; None for the original.
        step: up to there (exclusive) its tokens are its parent's.
        name: given by the user, or empty.
        trace: the steps so far.
        given: its whole target was given (teacher forcing).
        request: the request, so that it can be decoded again.
        interventions: values put in place of activations in all of its computation.
    """

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False
    request: BranchRequest = AS_THE_MODEL_LIKES
    interventions: Interventions = ()

    @property
    def begun(self) -> bool:
        own = len(self.trace.steps) > self.step or bool(self.trace.places)
        return self.parent is None or own

    @cached_property
    def text(self) -> str:
        """The target from where it left its parent; the whole one if given."""
        whole = self.parent is None or self.given or bool(self.trace.places)
        return self.trace.translation if whole else target_text(self.trace, start=self.step)

    @property
    def token_ids(self) -> tuple[int, ...]:
        return self.trace.predicted_ids

    def begins_with(self, token_ids: Sequence[int]) -> bool:
        return self.token_ids[: len(token_ids)] == tuple(token_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchTree:
    """All branches of one source sentence; a new translation begins a new tree.

    Attributes:
        branches: the original first, then in order of creation.
        current: the branch on screen.
        compared: the branch that the current one is compared with, or None.
        growing: branches that are being decoded.
        awaited: the branch that is shown with its first own step, or None.
        next_id: of the next branch.
    """

    branches: tuple[Branch, ...]
    current: int = ROOT
    compared: int | None = None
    growing: frozenset[int] = frozenset()
    awaited: int | None = None
    next_id: int = ROOT + 1

    def __contains__(self, branch: int) -> bool:
        return any(known.id == branch for known in self.branches)

    def branch(self, branch: int) -> Branch:
        """Raises KeyError for an unknown id."""
        for known in self.branches:
            if known.id == branch:
                return known
        raise KeyError(branch)

    @property
    def current_branch(self) -> Branch:
        return self.branch(self.current)

    @property
    def original(self) -> Branch:
        return self.branches[0]


def work_out(tree: BranchTree) -> None:
    # Texts of branches are computed and cached now, instead of when they are shown.
    for branch in tree.branches:
        _TOLD_OF(branch)


def descendants(tree: BranchTree, branch: int) -> Iterator[Branch]:
    """All descendants, depth first, siblings in order of creation."""
    children = defaultdict(list)
    for known in reversed(tree.branches):
        children[known.parent].append(known)
    waiting = children[branch]
    while waiting:
        child = waiting.pop()
        yield child
        waiting.extend(children[child.id])


def parent_at(tree: BranchTree, step: int) -> Branch:
    """The parent of a new branch at ``step`` of the current one.

    If the current branch left its own parent at that step or later, the new one is its sibling.
    """
    branch = tree.current_branch
    while branch.parent is not None and step <= branch.step:
        branch = tree.branch(branch.parent)
    return branch


def continuation_of(
    tree: BranchTree, token_ids: Sequence[int], interventions: Interventions = ()
) -> Branch | None:
    """The branch that begins with these tokens and continues greedily, or None.

    A stopped branch does not count; a growing one does once all given tokens are read.
    """
    for branch in _under(tree, interventions):
        free = not any(step.given for step in branch.trace.steps[len(token_ids) :])
        if branch.begins_with(token_ids) and free and _ends_freely(tree, branch):
            return branch
    return None


def reading_of(
    tree: BranchTree, token_ids: Sequence[int], interventions: Interventions = ()
) -> Branch | None:
    """The branch whose whole given target is these tokens and ``</s>``, or None."""
    for branch in _under(tree, interventions):
        if branch.given and branch.trace.finished and branch.token_ids[:-1] == tuple(token_ids):
            return branch
    return None


def _under(tree: BranchTree, interventions: Interventions) -> Iterator[Branch]:
    return (branch for branch in tree.branches if branch.interventions == interventions)


def given_steps(tree: BranchTree, branch: int) -> tuple[bool, ...]:
    """For each step, whether the user gave its token, also before the branch left its parent."""
    own = tree.branch(branch)
    before = () if own.parent is None else given_steps(tree, own.parent)[: own.step]
    after = own.trace.steps[len(before) :]
    return (*before, *(step.given for step in after))


def common_steps(one: Trace, other: Trace) -> int:
    """Number of equal tokens at the beginning of two targets."""
    pairs = zip(one.steps, other.steps, strict=False)
    differing = (index for index, (a, b) in enumerate(pairs) if a.token_id != b.token_id)
    return next(differing, min(len(one.steps), len(other.steps)))


def target_text(trace: Trace, *, start: int = 0) -> str:
    """Tokens as a text; those that are covered, which are the last, are apart: ``The dog ?``."""
    steps = [step for step in trace.steps[start:] if step.token not in HIDDEN_TOKENS]
    known = join_words(step.token for step in steps if step.token_id >= 0)
    return " ".join(filter(None, (known, *(step.token for step in steps if step.token_id < 0))))


def _ends_freely(tree: BranchTree, branch: Branch) -> bool:
    """Whether a branch ended, or continues, without given tokens."""
    if branch.id not in tree.growing:
        return branch.trace.finished
    return bool(branch.trace.steps) and not branch.trace.steps[-1].given


_TOLD_OF = attrgetter("text", "trace.log_probability")

# --------------------------------------------------------------------------------------- selection
# The selection: kind, layer, head, step and cell.


RowLabels = Literal["both", "fed", "predicted"]
"""How decoder and cross rows are named: ``a → cat``, the token fed in, or the one predicted."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One weight: ``row`` is the query, ``column`` the key, both from 0."""

    row: int
    column: int


_KEPT_CELL = Keep(
    read=tuple[Count, Count] | None,
    made=lambda cell: cell and Cell(*cell),
    plain=lambda cell: cell and [cell.row, cell.column],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is selected. ``layer``, ``head`` and ``step`` count from 0; ``step`` is a row."""

    kind: InSession[Kind] = "cross"
    layer: InSession[Count] = 0
    head: InSession[Count] = 0
    step: InSession[Count] = 0
    cell: Annotated[Cell | None, _KEPT_CELL] = None
    row_labels: InSession[RowLabels] = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadPlace:
    """The selected head among the existing ones; ``layer`` and ``head`` count from 0.

    ``replaced``: heads of the layer whose own activations are replaced.
    """

    kind: Kind
    layer: int
    head: int
    n_layers: int
    n_heads: int
    kinds: tuple[Kind, ...] = KINDS
    replaced: frozenset[int] = frozenset()


def head_place(
    selection: Selection, trace: Trace | None, interventions: Interventions = ()
) -> HeadPlace:
    """The selected head, clipped to those of a trace; without one there are none."""
    n_heads, here = trace.n_heads if trace else 0, (selection.kind, selection.layer)
    affected = affected_heads(interventions, n_heads=n_heads)
    return HeadPlace(
        kind=selection.kind,
        layer=selection.layer,
        head=selection.head,
        n_layers=trace.depth(selection.kind) if trace else 0,
        n_heads=n_heads,
        kinds=trace.kinds if trace else KINDS,
        replaced=frozenset(head for *place, head in affected if (*place,) == here),
    )


def with_head(selection: Selection, kind: Kind, layer: int, head: int) -> Selection:
    """Select a head; another kind removes the cell cursor, which refers to other tokens."""
    cell = selection.cell if kind == selection.kind else None
    return dataclasses.replace(selection, kind=kind, layer=layer, head=head, cell=cell)


def with_step(selection: Selection, step: int, trace: Trace | None) -> Selection:
    """Select the nearest existing step.

    A cell cursor in decoder or cross moves to the row of the step, as it does in an encoder alone.
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


# -------------------------------------------------------------------------------------- alignments
# What word alignments are compared with: the links of a task, or lines of a Pharaoh file.


AlignedOver = Literal["sentence", "sample"]
"""What heads are scored over: the sentence on screen, or pairs of the model's own task."""
ALIGNED_OVER: tuple[AlignedOver, ...] = get_args(AlignedOver)


class GoldQuestion(NamedTuple):
    """A translation whose right links are looked up."""

    task: str
    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignments:
    """Right alignments, and scores over a sample.

    Attributes:
        known: the links of a translation that the model's task generates.
        sample: scores over pairs of the task, with the key of the model.
        file, lines: name and content of the open Pharaoh file.
        number: of the line that was chosen of it, from 1; 0 = none.
        sentence: the source and the translation that this line is for.
    """

    over: InSession[AlignedOver] = "sentence"
    known: tuple[GoldQuestion, GoldLinks | None] | None = None
    sample: tuple[int, AlignedSample] | None = None
    file: InSession[FileText] = ""
    lines: InSession[Many[Text]] = ()
    number: InSession[Count] = 0
    sentence: InSession[Few[Text]] = ()


# -------------------------------------------------------------------------------------- importance
# Effects of heads on the loss: each is switched off separately, over a sample of sentence pairs.


EffectSource = Literal["sample", "sentence", "file"]
"""Pairs that the loss is taken over: some that suit the model, the sentence on screen, a file's."""
EFFECT_SOURCES: tuple[EffectSource, ...] = get_args(EffectSource)

OFF: tuple[How, ...] = ("mean", "zero")
"""Values that switch a head off."""


ORDERS = 3
"""In which heads are pruned: the least important first, and random ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepQuestion:
    """Whose heads are switched off, and the pairs: without any given, those that suit the model.

    Attributes:
        model_key: key of the model in the worker.
        how: the value that switches a head off.
        sentence: source ids, and target ids from ``<s>`` on.
        file: pairs that were read from a file.
        prunes: heads are switched off together, one more at a time.
    """

    model_key: int
    how: How
    sentence: tuple[Ids, Ids] | None = None
    file: Corpus | None = None
    prunes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sweep:
    """Effects of single heads so far; then scores of the pruned model.

    Attributes:
        sample: the pairs in words, with their number.
        heads: number of heads.
        scoring: the other pairs that pruning is scored on.
    """

    question: SweepQuestion
    sample: Message
    heads: int
    effects: tuple[Effect, ...] = ()
    scoring: Message | None = None
    points: tuple[Pruned, ...] = ()

    @property
    def finished(self) -> bool:
        if not self.question.prunes:
            return len(self.effects) == self.heads
        return [(point.order, point.removed) for point in self.points[-1:]] == [
            (ORDERS - 1, self.heads)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """Effects of heads: what is asked for, and what is known.

    Attributes:
        file: the pairs that were read last.
        measuring: missing effects are measured while heads are marked with them.
        pruned: what is being pruned, or None.
        sweeps: results of models and samples, the newest first.
    """

    source: EffectSource = "sample"
    file: Corpus | None = None
    how: How = "mean"
    measuring: bool = False
    pruned: SweepQuestion | None = None
    sweeps: tuple[Sweep, ...] = ()


# ------------------------------------------------------------------------------------------ covers
# What is hidden from whoever looks, until it is revealed.


Cover = Literal["prediction", "candidates", "translation", "later", "row", "picture"]
"""The token of the step on screen, all candidates, the target, everything after the step, one
row in all heads of a kind, or one head."""
COVERS: tuple[Cover, ...] = get_args(Cover)


# --------------------------------------------------------------------------------------- workbench
# What every panel looks at: model, translation, branches, selection, options, playback.


NoticeLevel = Literal["info", "warning", "error"]
LEVELS: tuple[NoticeLevel, ...] = get_args(NoticeLevel)


Picked = Literal["head", "step"]
"""What the user has picked, so that it is not selected automatically."""

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Steps a second that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Whether steps advance by themselves, and how many a second."""

    playing: bool = False
    speed: Annotated[InSession[float], OneOf(SPEEDS)] = 1.0

    @property
    def interval_ms(self) -> int:
        """Milliseconds per step."""
        return round(1000 / self.speed)


@dataclass(frozen=True, slots=True)
class Notice:
    """One non-modal sentence: what happened, what to do; details on demand.

    Attributes:
        level: the highest of its parts.
        parts: of several messages, each with its level.
        go_on: the id of an interrupted run that the user is offered to resume, or empty.
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


@dataclass(frozen=True, slots=True)
class RemovableQuestion:
    """Which heads of a kind can each be removed alone, without a change of the translation."""

    model_key: int
    text: str
    kind: Kind
    how: How


@dataclass(frozen=True, slots=True)
class Removable:
    """The answer: ``alone`` of ``total`` heads."""

    question: RemovableQuestion
    alone: int
    total: int


class RunKey(NamedTuple):
    """Key of a model in the worker, and under which interventions it runs."""

    model: int
    interventions: Interventions = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """The state that all panels share.

    Attributes:
        model: the current model, or None before the first is loaded.
        model_key: key of that model in the worker.
        model_file: where it was loaded from; None for one that is in no file, as in a training.
        loading: the name of a model that is being loaded.
        models: checkpoints that can be opened by name.
        source_text: the sentence asked for last.
        asked: sentences translated in this window, the newest first.
        doubted: a sentence that was not translated, because it is in another script than the model
            reads, or of another length than it has learned; a repeated request is not doubted.
        translating: whether decoding is under way.
        trace: the translation so far: that of the current branch.
        outdated: the trace is of the previous model, until the new one has encoded the sentence.
        branches: the translation and its branches, or None before the first.
        refused_target: a given target that the model cannot encode, or empty.
        recorded: the translation is a moment of a training: nothing can be decoded on from it.
        absent: the model is missing, only its output is here: its checksum, by which it is known
            when it comes, or empty for one that was in no file; None where it is here.
        prerecorded: the translation came with Headlight; the model's own takes its place when the
            model is here.
        picked: what of the selection is the user's choice: the head until another model comes,
            the step until another translation begins. The rest is chosen for the user.
        whole: all steps of a finished translation are in view, until the user selects a step.
        asks: what an intervention changes is asked before it is shown.
        covers: what is hidden, in the order in which it is revealed; the state is not changed by
            it: views get that of :func:`viz_app.workbench.covers.covered`.
        covered_row: kind and query of the row that is hidden with ``row``.
        covered_head: kind, layer and head that are hidden with ``picture``.
        unseen: number of steps that :func:`~viz_app.workbench.covers.covered` has left out.
        removable: which heads can each be removed, as it was last computed.
        tab: the panel in front; only its snapshots are computed.
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
    picked: InSession[frozenset[Picked]] = frozenset()
    whole: InSession[bool] = False
    asks: InSession[bool] = False
    covers: InSession[tuple[Cover, ...]] = ()
    covered_row: InSession[tuple[Kind, Count] | None] = None
    covered_head: InSession[tuple[Kind, Count, Count] | None] = None
    unseen: int = 0
    removable: Removable | None = None
    attention: AttentionOptions = AttentionOptions()
    alignments: Alignments = Alignments()
    importance: Importance = Importance()
    names: tuple[HeadNames, ...] = ()
    playback: Playback = Playback()
    tab: str = "attention"
    notice: Notice | None = None
    settings: Settings = Settings()

    @property
    def read_only(self) -> bool:
        """Whether the weights behind the screen are missing, so that nothing can be computed."""
        return self.recorded or self.absent is not None

    @property
    def hides_weights(self) -> bool:
        return not {"row", "picture"}.isdisjoint(self.covers)

    @property
    def hides_later(self) -> bool:
        """Whether steps after the one on screen are hidden."""
        return not {"prediction", "later"}.isdisjoint(self.covers)

    @property
    def interventions(self) -> Interventions:
        """Those of the branch on screen."""
        return () if self.branches is None else self.branches.current_branch.interventions

    @property
    def trace_key(self) -> int | None:
        """Key of the model of what is on screen in the worker; None without it."""
        return None if self.read_only else self.model_key

    @property
    def run_key(self) -> RunKey | None:
        """The same, under the interventions of the branch on screen."""
        return None if self.trace_key is None else RunKey(self.trace_key, self.interventions)
