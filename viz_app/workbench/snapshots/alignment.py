"""Cross-attention as a word alignment: its links, the right ones, and the scores of all heads."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from model.arrays import FloatArray
from model.lessons.alignment import (
    AlignedSample,
    GoldLinks,
    HeadAlignment,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
)
from model.messages import CorpusError
from model.text.tasks import GENERATED
from model.traces.trace import Kind, Trace
from viz_app.workbench.state import (
    AlignedOver,
    Alignments,
    AttentionOptions,
    GoldQuestion,
    Workbench,
)


@dataclass(frozen=True, slots=True)
class WordAlignment:
    """A picture's links of words, from 0, one set for each drawn head, and the right links."""

    row: RowChoice
    links: tuple[Links, ...]
    gold: GoldLinks | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignmentSnapshot:
    """Scores of all heads as word alignments.

    Attributes:
        over: what they are over; ``choices`` are those that there are.
        scores: the least error rate first; empty without right links.
        sample: the pairs that they are over; None for the sentence.
        place: the layer and head in view, without a head for its mean; None for other
            combinations.
        from_file: the right links are those of a line that the user chose.
    """

    row: RowChoice
    over: AlignedOver
    choices: tuple[AlignedOver, ...]
    scores: tuple[HeadAlignment, ...]
    sample: AlignedSample | None
    place: tuple[int, int | None] | None
    from_file: bool
    alignments: Alignments


def alignment_row(options: AttentionOptions, kind: Kind) -> RowChoice | None:
    """The row by which a kind is drawn as an alignment; None where its weights are."""
    return options.alignment if options.view == "links" and kind == "cross" else None


def read_as_words(bench: Workbench, row: RowChoice) -> Workbench:
    """With the options of a picture of words, without special tokens, named by a row."""
    options = dataclasses.replace(bench.attention, words=True, special="hidden")
    selection = dataclasses.replace(bench.selection, row_labels=row)
    return dataclasses.replace(bench, attention=options, selection=selection)


def word_alignment(bench: Workbench, row: RowChoice, drawn: Iterable[FloatArray]) -> WordAlignment:
    """Of the trace on screen; ``drawn`` are weights ``[row, source]`` of tokens."""
    trace = bench.trace
    if trace is None:
        return WordAlignment(row, (), None)
    aligned = aligned_trace(trace, row)
    return WordAlignment(row, tuple(map(aligned.links_in, drawn)), gold_of(bench))


# -------------------------------------------------------------------------------------------- gold


def sentence_of(trace: Trace) -> tuple[str, ...]:
    """What a line of a Pharaoh file is for."""
    return trace.source_text, trace.translation


def gold_question(bench: Workbench) -> GoldQuestion | None:
    """The finished translation of a model of a generated task, while alignments are in view."""
    trace, model = bench.trace, bench.model
    if alignment_row(bench.attention, "cross") is None or trace is None or model is None:
        return None
    if model.task not in GENERATED or not trace.finished:
        return None
    return GoldQuestion(model.task, *sentence_of(trace))


def sample_question(bench: Workbench) -> int | None:
    """Key of the model to score over a sample of its task, while alignments are in view.

    None under interventions: the sample is aligned by the model as it is.
    """
    if alignment_row(bench.attention, "cross") is None or bench.model is None:
        return None
    if bench.branches is not None and bench.branches.current_branch.interventions:
        return None
    return bench.trace_key if bench.model.task in GENERATED else None


def gold_of(bench: Workbench) -> GoldLinks | None:
    """Right links of the sentence on screen: of the chosen line, else of the model's task."""
    trace, chosen = bench.trace, bench.alignments
    if trace is None:
        return None
    if from_file(bench):
        try:
            return read_line(chosen, trace)
        except CorpusError:  # the line of another version's session
            return None
    question, links = chosen.known or (None, None)
    return links if question is not None and question == gold_question(bench) else None


def read_line(chosen: Alignments, trace: Trace) -> GoldLinks:
    """The links of the chosen line; raises CorpusError if it does not fit."""
    line = chosen.lines[chosen.number - 1]
    return aligned_trace(trace).read_gold(line, path=chosen.file, number=chosen.number)


def from_file(bench: Workbench) -> bool:
    """Whether a line of a Pharaoh file was chosen for the sentence on screen."""
    chosen, trace = bench.alignments, bench.trace
    there = 0 < chosen.number <= len(chosen.lines)
    return there and trace is not None and chosen.sentence == sentence_of(trace)


# ------------------------------------------------------------------------------------------ scores


def resolve_alignment(bench: Workbench) -> AlignmentSnapshot | None:
    """None while no alignment of a single kind is in view."""
    options, trace, chosen = bench.attention, bench.trace, bench.alignments
    row = alignment_row(options, bench.selection.kind)
    if row is None or trace is None or options.side_by_side:
        return None
    gold = gold_of(bench)
    key, sample = chosen.sample or (None, None)
    if key is None or key != sample_question(bench):
        sample = None
    there: dict[AlignedOver, object] = {"sentence": gold, "sample": sample}
    choices = tuple(over for over, known in there.items() if known is not None)
    over = chosen.over if chosen.over in choices or not choices else choices[0]
    scores: tuple[HeadAlignment, ...] = () if gold is None else scores_of(trace, row, gold)
    if sample is not None and over == "sample":
        scores = sample.by_row[row]
    else:
        sample = None
    return AlignmentSnapshot(
        row=row,
        over=over,
        choices=choices,
        scores=scores,
        sample=sample,
        place=_place(bench),
        from_file=from_file(bench),
        alignments=chosen,
    )


def _place(bench: Workbench) -> tuple[int, int | None] | None:
    options, selection = bench.attention, bench.selection
    heads = options.heads or (selection.head,)
    if options.combination == "head" and len(heads) == 1:
        return selection.layer, heads[0]
    return (selection.layer, None) if options.combination == "mean" and not options.heads else None


@lru_cache(maxsize=4)
def scores_of(trace: Trace, row: RowChoice, gold: GoldLinks) -> tuple[HeadAlignment, ...]:
    """Scores of all heads over one sentence."""
    return head_scores([aligned_trace(trace, row).every_links()], [gold])
