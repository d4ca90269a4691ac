"""Transitions of playback, the selection, options, and effects of heads."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from model.lessons.alignment import AlignedSample, GoldLinks
from model.messages import CorpusError, Message
from model.special_tokens import HIDDEN_TOKENS
from model.text.corpora import Corpus
from model.traces.head_measures import first_content_step, first_place
from model.traces.head_names import HeadNames
from model.traces.trace import Kind
from viz_app.workbench.changes.models import failed, told
from viz_app.workbench.snapshots.alignment import read_line, sentence_of
from viz_app.workbench.snapshots.attention import query_row, sweep_question, with_head_toggled
from viz_app.workbench.snapshots.token_axes import row_labels
from viz_app.workbench.state import (
    AlignedOver,
    Cell,
    Cover,
    GoldQuestion,
    RowLabels,
    Selection,
    Sweep,
    Workbench,
    with_head,
    with_step,
    within,
)

# ---------------------------------------------------------------------------------------- playback
# From step to step, by hand or by a timer.


def step_chosen(bench: Workbench, step: int) -> Workbench:
    """Select a step, clipped to the first and last, where playing ends."""
    selection = with_step(bench.selection, step, bench.trace)
    at_end = bench.trace is None or selection.step >= bench.trace.n_places - 1
    playback = bench.playback
    if at_end and playback.playing:
        playback = dataclasses.replace(playback, playing=False)
    bench = dataclasses.replace(bench, selection=selection, playback=playback)
    return bench if bench.trace is None else step_kept(bench)


def step_kept(bench: Workbench) -> Workbench:
    """Make the step in view the user's choice; later steps are not in view."""
    return dataclasses.replace(bench, picked=bench.picked | {"step"}, whole=False)


def stepped(bench: Workbench, by: int = 1) -> Workbench:
    return step_chosen(bench, bench.selection.step + by)


def last_step_chosen(bench: Workbench) -> Workbench:
    return step_chosen(bench, bench.trace.n_places - 1 if bench.trace else 0)


def play_toggled(bench: Workbench) -> Workbench:
    """Start or stop playing; at the last step it starts from the first."""
    if not bench.trace or not bench.trace.n_places:
        return bench
    playing = not bench.playback.playing
    step = bench.selection.step
    if playing and step >= bench.trace.n_places - 1:
        step = 0
    return dataclasses.replace(
        step_kept(bench),
        playback=dataclasses.replace(bench.playback, playing=playing),
        selection=with_step(bench.selection, step, bench.trace),
    )


def stopped_playing(bench: Workbench) -> Workbench:
    playback = dataclasses.replace(bench.playback, playing=False)
    return dataclasses.replace(bench, playback=playback)


def speed_picked(bench: Workbench, speed: float) -> Workbench:
    playback = dataclasses.replace(bench.playback, speed=speed)
    return dataclasses.replace(bench, playback=playback)


# --------------------------------------------------------------------------------------- selection
# Selection of a kind, head, query or cell, and options.


def kind_picked(bench: Workbench, kind: Kind) -> Workbench:
    return _at_head(bench, kind, bench.selection.layer, bench.selection.head)


def head_picked(bench: Workbench, kind: Kind, layer: int, head: int) -> Workbench:
    """Select the nearest existing head."""
    bench = _at_head(bench, kind, layer, head)
    if "head" in bench.picked:
        return bench
    return dataclasses.replace(bench, picked=bench.picked | {"head"})


def cell_picked(bench: Workbench, kind: Kind, cell: Cell | None) -> Workbench:
    """Move the cursor to a cell of a kind; None removes it."""
    if cell is not None:
        bench = step_kept(bench)
    return _with_selection(bench, dataclasses.replace(bench.selection, kind=kind, cell=cell))


def row_labels_picked(bench: Workbench, labels: RowLabels) -> Workbench:
    return _with_selection(bench, dataclasses.replace(bench.selection, row_labels=labels))


def query_chosen(bench: Workbench, row: int) -> Workbench:
    """Select a query of the current kind; in decoder and cross this also selects its step.

    Encoder rows beside a decoder are not steps: there the cursor is put on the query.
    """
    kind, cell = bench.selection.kind, bench.selection.cell
    if bench.trace is None or not 0 <= row < len(row_labels(bench.trace, kind)):
        return bench
    if bench.trace.walked(kind):
        bench = step_chosen(bench, row)
    elif cell is None:
        cell = Cell(row, row)
    return bench if cell is None else cell_picked(bench, kind, Cell(row, cell.column))


def word_chosen(bench: Workbench) -> Workbench:
    """Select the first row that is a word, unless the row in view is one."""
    trace, kind = bench.trace, bench.selection.kind
    labels = row_labels(trace, kind) if trace is not None else ()
    row = query_row(bench)
    if trace is None or not labels:
        return bench
    if (labels[row].predicted or labels[row].fed) not in HIDDEN_TOKENS:
        return bench
    walked = trace.walked(kind)
    place = first_place(trace) if walked else first_content_step(trace.source_tokens)
    return query_chosen(bench, place) if place != row else bench


def option_picked(bench: Workbench, name: str, value: Any) -> Workbench:
    """``name`` is a field of :class:`AttentionOptions`."""
    options = dataclasses.replace(bench.attention, **{name: value})
    if name == "tint":
        # effects are measured once the user has chosen them: not after a session was opened
        bench = _important(bench, measuring=value == "effect")
    return bench if options == bench.attention else dataclasses.replace(bench, attention=options)


def head_toggled(bench: Workbench, head: int) -> Workbench:
    if bench.trace is None:
        return bench
    heads = with_head_toggled(
        bench.attention, head, n_heads=bench.trace.n_heads, head=bench.selection.head
    )
    return option_picked(bench, "heads", heads)


def all_heads_chosen(bench: Workbench, chosen: bool) -> Workbench:
    every = tuple(range(bench.trace.n_heads)) if bench.trace is not None and chosen else ()
    return option_picked(bench, "heads", every)


def _at_head(bench: Workbench, kind: Kind, layer: int, head: int) -> Workbench:
    selection = with_head(bench.selection, kind, layer, head)
    if bench.trace is not None:
        selection = within(selection, bench.trace)
    return _with_selection(bench, selection)


def _with_selection(bench: Workbench, selection: Selection) -> Workbench:
    if selection == bench.selection:
        return bench
    return dataclasses.replace(bench, selection=selection)


# ------------------------------------------------------------------------------------------ covers
# What is hidden, and revealed again.


def covers_set(bench: Workbench, covers: Sequence[Cover]) -> Workbench:
    """Hide these, to be revealed in this order, and nothing else.

    A row or a head that was not hidden before is the selected one.
    """
    chosen, kind = tuple(dict.fromkeys(covers)), bench.selection.kind
    row, head = bench.covered_row, bench.covered_head
    if "row" not in bench.covers or row is None:
        row = kind, query_row(bench)
    if "picture" not in bench.covers or head is None:
        head = kind, bench.selection.layer, bench.selection.head
    return dataclasses.replace(
        bench,
        covers=chosen,
        covered_row=row if "row" in chosen else None,
        covered_head=head if "picture" in chosen else None,
        # a sentence about the translation would reveal it
        notice=bench.notice if {*chosen} <= {*bench.covers} else None,
    )


def cover_toggled(bench: Workbench, cover: Cover, hidden: bool) -> Workbench:
    others = [known for known in bench.covers if known != cover]
    return covers_set(bench, [*others, cover] if hidden else others)


def revealed(bench: Workbench) -> Workbench:
    """Reveal the first of what is hidden."""
    return covers_set(bench, bench.covers[1:]) if bench.covers else bench


# -------------------------------------------------------------------------------------- alignments
# Heads as word alignments, and what they are compared with.


def alignment_toggled(bench: Workbench, on: bool) -> Workbench:
    return option_picked(bench, "alignment", "predicted" if on else None)


def aligned_head_picked(bench: Workbench, layer: int, head: int | None) -> Workbench:
    """Show the alignment of one head, or of the mean over a layer."""
    bench = head_picked(bench, "cross", layer, bench.selection.head if head is None else head)
    bench = option_picked(bench, "heads", ())
    return option_picked(bench, "combination", "mean" if head is None else "head")


def aligned_over_picked(bench: Workbench, over: AlignedOver) -> Workbench:
    return _compared(bench, over=over)


def gold_found(bench: Workbench, known: tuple[GoldQuestion, GoldLinks | None]) -> Workbench:
    return _compared(bench, known=known)


def sample_scored(bench: Workbench, scored: tuple[int, AlignedSample]) -> Workbench:
    return _compared(bench, sample=scored)


def gold_opened(bench: Workbench, file: tuple[str, tuple[str, ...]]) -> Workbench:
    """Use a Pharaoh file; of several lines the user chooses the one of the sentence."""
    name, lines = file
    opened = _compared(bench, file=name, lines=lines, number=0)
    if len(lines) > 1:
        return opened
    picked = gold_line_picked(opened, 1)
    return picked if picked.alignments.number else dataclasses.replace(bench, notice=picked.notice)


def gold_line_picked(bench: Workbench, number: int) -> Workbench:
    """Compare the sentence on screen with a line of the file, from 1; a bad one is told."""
    trace = bench.trace
    if trace is None or not 0 < number <= len(bench.alignments.lines):
        return bench
    picked = _compared(bench, over="sentence", number=number, sentence=sentence_of(trace))
    try:
        read_line(picked.alignments, trace)
    except CorpusError as error:
        return failed(bench, error.message)
    return picked


def _compared(bench: Workbench, **values: Any) -> Workbench:
    alignments = dataclasses.replace(bench.alignments, **values)
    return dataclasses.replace(bench, alignments=alignments)


# ------------------------------------------------------------------------------------------- names


def names_arrived(bench: Workbench, names: HeadNames) -> Workbench:
    others = (known for known in bench.names if known.model_key != names.model_key)
    return dataclasses.replace(bench, names=(names, *others)[:MOST_KEPT])


def names_failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    return failed(option_picked(bench, "tint", None), message, details)


# -------------------------------------------------------------------------------------- importance
# Effects of heads: asked for, measured, pruned, stopped.


MOST_KEPT = 24
"""Results kept: of some models and samples."""


def effects_asked(bench: Workbench, name: str, value: Any) -> Workbench:
    """Measure missing effects; ``name`` is a field of :class:`Importance`, as ``measuring``."""
    if value == "file" and bench.importance.file is None:
        return bench
    return _important(bench, **{"measuring": True, name: value})


def pruning_asked(bench: Workbench, wanted: bool) -> Workbench:
    return _important(bench, pruned=sweep_question(bench, prunes=True) if wanted else None)


def pairs_read(bench: Workbench, corpus: Corpus) -> Workbench:
    """Measure over the pairs of a file."""
    bench = _important(bench, source="file", file=corpus, measuring=True)
    return bench if corpus.report is None else told(bench, corpus.report, "warning")


def sweep_arrived(bench: Workbench, sweep: Sweep) -> Workbench:
    others = (known for known in bench.importance.sweeps if known.question != sweep.question)
    return _important(bench, sweeps=(sweep, *others)[:MOST_KEPT])


def sweep_failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    return failed(_important(bench, measuring=False, pruned=None), message, details)


def _important(bench: Workbench, **values: Any) -> Workbench:
    importance = dataclasses.replace(bench.importance, **values)
    if importance == bench.importance:
        return bench
    return dataclasses.replace(bench, importance=importance)
