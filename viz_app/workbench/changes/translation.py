"""A translation is asked for, grows, ends, goes."""

from __future__ import annotations

import dataclasses

from model.messages import Message, joined
from model.text.scripts import foreign_script, letters_of
from model.text.words import normalise, split_words
from model.traces.first_look import aligned_head, first_place
from model.traces.repetition import Repetition, repetition_of
from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from viz_app.engine.step import quoted, undoable
from viz_app.workbench.changes.notices import also_told
from viz_app.workbench.changes.playback import stopped_playing
from viz_app.workbench.changes.tree_changes import grown, rooted, stopped
from viz_app.workbench.state.branches import ROOT, BranchTree
from viz_app.workbench.state.selection import with_step, within
from viz_app.workbench.state.workbench import Notice, Workbench

MOST_ASKED = 20
"""Sentences that are remembered while the window is open."""


def translation_asked(bench: Workbench, text: str) -> Workbench:
    """A translation begins; what is on screen stays until its first picture is there."""
    bench = _decoding_stopped(stopped_playing(bench))
    asked = tuple(dict.fromkeys(filter(None, (text.strip(), *bench.asked))))[:MOST_ASKED]
    return dataclasses.replace(
        bench, source_text=text, translating=True, asked=asked, refused_target=""
    )


@undoable("work", lambda _, text: Message("sentence “{text}”", {"text": quoted(text)}))
def sentence_asked(bench: Workbench, text: str) -> Workbench:
    """The user asks for a translation."""
    return translation_asked(bench, text)


@undoable("work", lambda _, text: Message("mask in “{text}”", {"text": quoted(text)}))
def mask_asked(bench: Workbench, text: str) -> Workbench:
    """The user wants a token predicted; the sentence with the mask is in the field then, too."""
    return translation_asked(bench, text)


def source_weighed(bench: Workbench, text: str) -> Workbench:
    """The user has asked for a sentence: one that the model has not learned to read is doubted.

    It is not translated then, but answered with what the model reads and with an example. Asked
    for a second time it is not doubted any more.
    """
    model = bench.model
    doubt = _foreign(model, text) or _of_other_length(model, text) if model else None
    if model is None or doubt is None or bench.doubted == text:
        return dataclasses.replace(bench, doubted="")
    notice = Notice("warning", doubt, example=next(iter(model.samples), ""))
    return dataclasses.replace(bench, doubted=text, notice=notice)


def _foreign(model: ModelSummary, text: str) -> Message | None:
    """What is wrong with a text in a script that the model hardly reads."""
    script = foreign_script(text, model.scripts)
    if not script:
        return None
    values = {
        "letters": letters_of(script),
        "model": model.name,
        "read": letters_of(model.scripts[0]),
    }
    return Message(
        "This sentence is in {letters}, and {model} reads {read}: what it makes of other letters"
        " is nonsense. Ask once more to see that, or try the example.",
        values,
    )


def _of_other_length(model: ModelSummary, text: str) -> Message | None:
    """What is wrong with a string longer or shorter than any that the model has learned from."""
    count = len(split_words(normalise(text)))
    if model.lengths is None or not count or count in model.lengths:
        return None
    values = {
        "model": model.name,
        "shortest": model.lengths[0],
        "longest": model.lengths[-1],
        "count": count,
    }
    return Message(
        "{model} has learned strings of {shortest} to {longest} letters; this one has {count}, so"
        " expect mistakes. Ask once more to see them, or try the example.",
        values,
    )


def trace_arrived(bench: Workbench, trace: Trace) -> Workbench:
    """The original has grown: follow its newest step, unless the user looks at an earlier one.

    The trace without a step is the first of a new translation, and begins a new tree. When all is
    there, a first look is taken: see :func:`looked_at_first`.
    """
    tree, before = bench.branches, bench.trace
    if tree is None or not trace.steps:
        bench = with_tree(bench, rooted(trace))
        bench = dataclasses.replace(
            bench,
            picked=bench.picked - {"step"},
            whole=False,
            recorded=False,
            prerecorded=False,
            outdated=False,
        )
    else:
        bench = with_tree(bench, grown(tree, trace, branch=ROOT))
    at_end = before is None or bench.selection.step >= len(before.steps) - 1
    if bench.trace is trace and (at_end or not trace.steps):
        selection = with_step(bench.selection, len(trace.steps) - 1, trace)
        bench = dataclasses.replace(bench, selection=selection)
    if bench.trace is trace and trace.finished:
        bench = looked_at_first(bench, trace)
    if trace.notices and not trace.steps:
        bench = also_told(bench, joined(trace.notices), "warning")
    return dataclasses.replace(repetition_told(bench, trace), translating=_is_growing(bench))


def repetition_told(bench: Workbench, trace: Trace) -> Workbench:
    """A decode has come to its end: say so when it ran in circles."""
    found = repetition_of(trace.translation, trace.source_text) if trace.finished else None
    if found is None:
        return bench
    return also_told(bench, _repeats_itself(found, translated="cross" in trace.kinds))


def with_tree(bench: Workbench, tree: BranchTree) -> Workbench:
    """Other branches; on screen is the current one, as near to where the user was as it has."""
    waiting = bench.translating and not _is_growing(bench)
    trace = tree.current_branch.trace
    return dataclasses.replace(
        bench,
        branches=tree,
        trace=trace,
        translating=waiting or bool(tree.growing),
        selection=within(bench.selection, trace),
    )


def translation_ended(bench: Workbench) -> Workbench:
    """Decoding was stopped or failed; the steps on screen stay, but none of the model before."""
    return trace_gone(bench) if bench.outdated else _decoding_stopped(bench)


def trace_gone(bench: Workbench) -> Workbench:
    """No translation is on screen: the current model can read nothing that was there."""
    return dataclasses.replace(
        bench,
        trace=None,
        branches=None,
        translating=False,
        recorded=False,
        prerecorded=False,
        outdated=False,
    )


def prerecorded_replaced(bench: Workbench, trace: Trace) -> Workbench:
    """The model's own translation takes the place of what came with Headlight: nothing moves."""
    tree = bench.branches
    if not bench.prerecorded or tree is None:
        return bench
    original = dataclasses.replace(tree.original, trace=trace)
    tree = dataclasses.replace(tree, branches=(original, *tree.branches[1:]))
    return with_tree(dataclasses.replace(bench, prerecorded=False), tree)


def looked_at_first(bench: Workbench, trace: Trace) -> Workbench:
    """Where most is seen: a word with a meaning, in the head that aligns best.

    What the user has picked stays.
    """
    selection = bench.selection
    if "step" not in bench.picked:
        bench = dataclasses.replace(bench, whole=True)
        selection = with_step(selection, first_place(trace), trace)
    if "head" not in bench.picked:
        layer, head = aligned_head(trace)
        selection = dataclasses.replace(selection, layer=layer, head=head)
    return dataclasses.replace(bench, selection=selection)


def _decoding_stopped(bench: Workbench) -> Workbench:
    if bench.branches is not None:
        bench = with_tree(bench, stopped(bench.branches))
    return dataclasses.replace(bench, translating=False)


def _is_growing(bench: Workbench) -> bool:
    """Whether a branch is being decoded; a translation without its first picture is not one."""
    return bench.branches is not None and bool(bench.branches.growing)


def _repeats_itself(found: Repetition, *, translated: bool) -> Message:
    values = {"phrase": found.phrase, "times": found.times}
    if not translated:
        return Message(
            "The text repeats itself: “{phrase}” comes {times} times. A model that always takes "
            "the likeliest token can run in circles; another candidate may lead out.",
            values,
        )
    if found.in_a_row:
        return Message(
            "The translation repeats itself: “{phrase}” comes {times} times in a row. A model that "
            "always takes the likeliest token can run in circles; another candidate may lead out.",
            values,
        )
    return Message(
        "The translation repeats itself: “{phrase}” comes {times} times. A model that always takes "
        "the likeliest token can run in circles; another candidate may lead out.",
        values,
    )
