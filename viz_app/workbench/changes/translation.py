"""Transitions of a translation and its branches: requested, partial, finished, cleared."""

from __future__ import annotations

import dataclasses

from model.checkpoint.header import IMPORTED
from model.messages import Message, joined
from model.text.words import foreign_script, letters_of, normalise
from model.traces.head_measures import aligned_head, first_place, most_changed_head
from model.traces.interventions import Interventions
from model.traces.summary import ModelSummary, Repetition, repetition_of
from model.traces.trace import Kind, Trace
from viz_app.engine.step import quoted, undoable
from viz_app.workbench.changes.models import also_told, notice_dismissed
from viz_app.workbench.changes.selection import step_kept, stopped_playing
from viz_app.workbench.covers import covered
from viz_app.workbench.snapshots.interventions import (
    acted_on,
    base_of,
    branch_name,
    name_of,
    same_target_name,
)
from viz_app.workbench.state import (
    AS_THE_MODEL_LIKES,
    ROOT,
    Branch,
    BranchRequest,
    BranchTree,
    Notice,
    Removable,
    Workbench,
    common_steps,
    descendants,
    target_text,
    with_step,
    within,
)

# ------------------------------------------------------------------------------------ tree changes
# Transitions of a tree: a branch is requested, extended, shown, named, compared, removed.


def rooted(trace: Trace, interventions: Interventions = ()) -> BranchTree:
    original = Branch(
        id=ROOT, parent=None, step=0, name="", trace=trace, interventions=interventions
    )
    growing = frozenset[int]() if trace.finished else frozenset({ROOT})
    return BranchTree(branches=(original,), growing=growing)


def grown(tree: BranchTree, trace: Trace, *, branch: int | None = None) -> BranchTree:
    """Replace the trace of a branch, by default the current one.

    An awaited branch is shown with its first own step.
    """
    branch = tree.current if branch is None else branch
    growing = tree.growing - {branch} if trace.finished else tree.growing | {branch}
    tree = dataclasses.replace(_changed(tree, branch, trace=trace), growing=growing)
    if tree.awaited == branch and tree.branch(branch).begun:
        return walked_to(tree, branch)
    return tree


def branched(
    tree: BranchTree,
    *,
    step: int,
    parent: int | None = None,
    given: bool = False,
    request: BranchRequest = AS_THE_MODEL_LIKES,
) -> BranchTree:
    """Add a branch that leaves ``parent`` (by default the current one) at ``step``.

    Until its first own step it has the steps of its parent, and is not shown.
    """
    left = tree.current_branch if parent is None else tree.branch(parent)
    branch = Branch(
        id=tree.next_id,
        parent=left.id,
        step=step,
        name="",
        trace=_cut(left.trace, step),
        given=given,
        request=request,
        interventions=request.interventions,
    )
    return dataclasses.replace(
        tree,
        branches=(*tree.branches, branch),
        growing=tree.growing | {branch.id},
        awaited=branch.id,
        next_id=branch.id + 1,
    )


def walked_to(tree: BranchTree, branch: int) -> BranchTree:
    """Show another branch; one without a step of its own is shown with its first step.

    Switching to the compared branch swaps the two.
    """
    if branch not in tree or branch == tree.current:
        return dataclasses.replace(tree, awaited=None)
    if not tree.branch(branch).begun:
        return dataclasses.replace(tree, awaited=branch)
    compared = tree.current if tree.compared == branch else tree.compared
    return dataclasses.replace(tree, current=branch, compared=compared, awaited=None)


def renamed(tree: BranchTree, branch: int, name: str) -> BranchTree:
    # An empty name removes it.
    return _changed(tree, branch, name=name) if branch in tree else tree


def deleted(tree: BranchTree, branch: int) -> BranchTree:
    """Remove a branch and its descendants; the original cannot be removed."""
    if branch not in tree or tree.branch(branch).parent is None:
        return tree
    return _without(tree, {branch, *(below.id for below in descendants(tree, branch))})


def compared_with(tree: BranchTree, branch: int | None) -> BranchTree:
    # None or the branch itself ends the comparison.
    others = {other.id for other in tree.branches if other.begun} - {tree.current}
    return dataclasses.replace(tree, compared=branch if branch in others else None)


def stopped(tree: BranchTree, branches: frozenset[int] | None = None) -> BranchTree:
    """Stop decoding branches, by default all; those without a step of their own are removed."""
    stopping = tree.growing if branches is None else branches & tree.growing
    tree = dataclasses.replace(tree, growing=tree.growing - stopping)
    empty = {branch.id for branch in tree.branches if branch.id in stopping and not branch.begun}
    below = {child.id for branch in empty for child in descendants(tree, branch)}
    return _without(tree, empty | below)


def _cut(trace: Trace, step: int) -> Trace:
    cut = dataclasses.replace(trace, steps=trace.steps[:step], places=(), stop="running")
    return dataclasses.replace(cut, translation=target_text(cut))


def _changed(
    tree: BranchTree, branch: int, *, trace: Trace | None = None, name: str | None = None
) -> BranchTree:
    old = tree.branch(branch)
    new = dataclasses.replace(
        old,
        trace=old.trace if trace is None else trace,
        name=old.name if name is None else name,
    )
    branches = tuple(new if known.id == branch else known for known in tree.branches)
    return dataclasses.replace(tree, branches=branches)


def _without(tree: BranchTree, gone: set[int]) -> BranchTree:
    # If the current branch is removed, its parent is shown.
    current = tree.current_branch
    while current.id in gone and current.parent is not None:
        current = tree.branch(current.parent)
    lost = gone | {current.id}
    return dataclasses.replace(
        tree,
        branches=tuple(branch for branch in tree.branches if branch.id not in gone),
        current=current.id,
        compared=None if tree.compared in lost else tree.compared,
        growing=tree.growing - gone,
        awaited=None if tree.awaited in gone else tree.awaited,
    )


# ------------------------------------------------------------------------------------- translation


MOST_ASKED = 20
"""Sentences that are remembered while the window is open."""


def translation_asked(bench: Workbench, text: str) -> Workbench:
    # What is on screen stays until the first step.
    bench = _decoding_stopped(stopped_playing(bench))
    as_typed = bench.model is not None and bench.model.task == IMPORTED  # may read blanks as typed
    newest = text if as_typed else text.strip()
    asked = tuple(dict.fromkeys(filter(str.strip, (newest, *bench.asked))))[:MOST_ASKED]
    return dataclasses.replace(
        bench, source_text=text, translating=True, asked=asked, refused_target=""
    )


@undoable("work", lambda _, text: Message("sentence “{text}”", {"text": quoted(text)}))
def sentence_asked(bench: Workbench, text: str) -> Workbench:
    return translation_asked(bench, text)


@undoable("work", lambda _, text: Message("mask in “{text}”", {"text": quoted(text)}))
def mask_asked(bench: Workbench, text: str) -> Workbench:
    # The sentence with the mask is also put into the field.
    return translation_asked(bench, text)


def source_weighed(bench: Workbench, text: str) -> Workbench:
    """Doubt a sentence that the model has not learned to read: it is not translated.

    The notice says what the model reads, with an example. A repeated request is not doubted.
    """
    model = bench.model
    doubt = _foreign(model, text) or _of_other_length(model, text) if model else None
    if model is None or doubt is None or bench.doubted == text:
        return dataclasses.replace(bench, doubted="")
    notice = Notice("warning", doubt, example=next(iter(model.samples), ""))
    return dataclasses.replace(bench, doubted=text, notice=notice)


def _foreign(model: ModelSummary, text: str) -> Message | None:
    """A message on a text in a script that the model hardly reads, or None."""
    script = foreign_script(text, model.scripts)
    if not script:
        return None
    values = {
        "letters": letters_of(script),
        "model": model.name,
        "read": letters_of(model.scripts[0]),
    }
    return Message(
        "This sentence is in {letters}, but {model} reads {read}: its output for other "
        "scripts is meaningless. Translate again to see it, or try the example.",
        values,
    )


def _of_other_length(model: ModelSummary, text: str) -> Message | None:
    """A message on a string longer or shorter than any in the training data, or None."""
    count = len("".join(normalise(text).split()))  # “abc” is read as “a b c”
    if model.lengths is None or not count or count in model.lengths:
        return None
    values = {
        "model": model.name,
        "shortest": model.lengths[0],
        "longest": model.lengths[-1],
        "count": count,
    }
    return Message(
        "{model} was trained on strings of {shortest} to {longest} letters; this one has "
        "{count}, so expect mistakes. Translate again to see them, or try the example.",
        values,
    )


def remarked(bench: Workbench, message: Message, example: str) -> Workbench:
    bench = also_told(bench, message)
    if bench.notice is None or not example:
        return bench
    return dataclasses.replace(bench, notice=dataclasses.replace(bench.notice, example=example))


def trace_arrived(bench: Workbench, trace: Trace, interventions: Interventions = ()) -> Workbench:
    """Update the original; its newest step is shown unless an earlier one is selected.

    A trace without a step starts a new tree. Once finished: see :func:`looked_at_first`.
    """
    tree, before = bench.branches, bench.trace
    if tree is None or not trace.steps:
        bench = with_tree(bench, rooted(trace, interventions))
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
    if bench.trace is trace and ((at_end and not bench.hides_later) or not trace.steps):
        selection = with_step(bench.selection, len(trace.steps) - 1, trace)
        bench = dataclasses.replace(bench, selection=selection)
    if bench.trace is trace and trace.finished:
        bench = looked_at_first(bench, trace)
    if trace.notices and not trace.steps:
        bench = also_told(bench, joined(trace.notices), "warning")
    return dataclasses.replace(repetition_told(bench, trace), translating=_is_growing(bench))


def repetition_told(bench: Workbench, trace: Trace) -> Workbench:
    # A finished decode that repeats itself is reported.
    found = repetition_of(trace.translation, trace.source_text) if trace.finished else None
    if found is None or bench.covers:
        return bench
    return also_told(bench, _repeats_itself(found, translated="cross" in trace.kinds))


def with_tree(bench: Workbench, tree: BranchTree) -> Workbench:
    # The current branch is shown, with the nearest existing selection.
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
    # The steps on screen stay, except those of the previous model.
    return trace_gone(bench) if bench.outdated else _decoding_stopped(bench)


def trace_gone(bench: Workbench) -> Workbench:
    # The current model cannot read anything that was on screen.
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
    # The model's own translation replaces the shipped one without a visible change.
    tree = bench.branches
    if not bench.prerecorded or tree is None:
        return bench
    original = dataclasses.replace(tree.original, trace=trace)
    tree = dataclasses.replace(tree, branches=(original, *tree.branches[1:]))
    return with_tree(dataclasses.replace(bench, prerecorded=False), tree)


def looked_at_first(bench: Workbench, trace: Trace) -> Workbench:
    """Select the first word with a meaning, and the head that aligns best.

    A step or head that the user has picked stays.
    """
    selection = bench.selection
    if "step" not in bench.picked and not bench.hides_later:
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
    # A translation without a step has no branch that grows.
    return bench.branches is not None and bool(bench.branches.growing)


def _repeats_itself(found: Repetition, *, translated: bool) -> Message:
    values = {"phrase": found.phrase, "times": found.times}
    if not translated:
        return Message(
            "The text repeats itself: “{phrase}” occurs {times} times. Greedy decoding "
            "(always the most probable token) can loop; try another candidate.",
            values,
        )
    if found.in_a_row:
        return Message(
            "The translation repeats itself: “{phrase}” occurs {times} times in a row. "
            "Greedy decoding (always the most probable token) can loop; try another "
            "candidate.",
            values,
        )
    return Message(
        "The translation repeats itself: “{phrase}” occurs {times} times. Greedy decoding "
        "(always the most probable token) can loop; try another candidate.",
        values,
    )


# --------------------------------------------------------------------------------------- branching
# Branches: requested, extended, shown and removed.


def branchable(bench: Workbench) -> BranchTree | None:
    """The tree if it can grow; None before the first translation, and while one starts.

    A recorded moment, or a trace whose model is missing, has no weights to decode with.
    """
    tree = bench.branches
    if tree is None or bench.read_only or (bench.translating and not tree.growing):
        return None
    return tree


def _wish(
    bench: Workbench, *, step: int, request: BranchRequest = AS_THE_MODEL_LIKES, **_: object
) -> Message:
    if request.typed:
        return Message("own target “{target}”", {"target": quoted(request.typed)})
    if (changed := _intervention_wish(bench, request)) is not None:
        return changed
    bench = covered(bench)
    trace = bench.branches.current_branch.trace if bench.branches is not None else None
    before = trace.steps[step] if trace is not None and step < len(trace.steps) else None
    names = {known.token_id: known.token for known in before.candidates} if before else {}
    token = request.written or names.get(request.prefix[-1] if request.prefix else -1, "")
    if before is None or not token:
        return Message("branch created")
    values = {"token": quoted(token), "before": quoted(before.token)}
    return Message("“{token}” in place of “{before}”", values)


def _intervention_wish(bench: Workbench, request: BranchRequest) -> Message | None:
    """The name of a branch that has other interventions, or reads the same target; else None."""
    tree = bench.branches
    if tree is None or (
        request.interventions == acted_on(tree).interventions and not request.whole
    ):
        return None
    if not request.interventions:
        return Message("everything switched on again")
    name = name_of(request.interventions, tree.original.trace)
    return same_target_name(name) if request.whole else name


@undoable("branches", _wish)
def branch_asked(
    bench: Workbench,
    *,
    step: int,
    parent: int,
    given: bool = False,
    request: BranchRequest = AS_THE_MODEL_LIKES,
) -> Workbench:
    # What is on screen stays until the branch has a step of its own.
    tree = bench.branches
    if tree is None:
        return bench
    intervened = request.interventions != tree.branch(parent).interventions
    bench = stopped_playing(notice_dismissed(bench))
    bench = dataclasses.replace(bench if intervened else step_kept(bench), refused_target="")
    tree = branched(tree, step=step, parent=parent, given=given, request=request)
    return _with(bench, tree)


def branch_arrived(bench: Workbench, branch: int, trace: Trace) -> Workbench:
    """Update a branch, shown or not.

    Steps shared with its parent, or decoded before, are not shown again. The branch is shown at the
    step where it left, and followed to the first row that this changes; a given target is followed
    to its newest step.
    """
    tree = bench.branches
    if tree is None or branch not in tree or not _is_newer(trace, tree.branch(branch).trace):
        return bench
    old = tree.branch(branch)
    if branch == ROOT:
        return trace_arrived(bench, trace)
    if not old.given:  # what the user gave is the user's own
        bench = repetition_told(bench, trace)
    step, last = bench.selection.step, len(trace.steps) - 1
    follows = not old.begun or step >= len(old.trace.steps) - 1
    bench = _with(bench, grown(tree, trace, branch=branch))
    if bench.trace is not trace:
        return bench
    if branch_name(tree, old) is not None:
        return _intervention_shown(bench, follows=follows, first=not old.begun)
    if follows and old.given:
        step = last
    elif follows and old.parent is not None:
        changed = _changed_row(bench, tree.branch(old.parent).trace)
        if not old.begun or len(old.trace.steps) <= changed:
            return _change_shown(bench, old.parent)
    return dataclasses.replace(bench, selection=with_step(bench.selection, step, trace))


def _is_newer(trace: Trace, before: Trace) -> bool:
    return len(trace.steps) > len(before.steps) or len(trace.places) > len(before.places)


def _intervention_shown(bench: Workbench, *, follows: bool, first: bool) -> Workbench:
    """Show the branch beside the one without interventions, at the first token that differs."""
    tree, trace = bench.branches, bench.trace
    if tree is None or trace is None:
        return bench
    base = base_of(tree, tree.current_branch)
    if first:
        bench = dataclasses.replace(branch_compared(bench, base.id), whole=True)
    if not follows or trace.places:
        return bench
    step, last = common_steps(trace, base.trace), len(trace.steps) - 1
    if step > last and trace.finished:  # no token differs
        step = bench.selection.step if first else first_place(trace)
    return dataclasses.replace(bench, selection=with_step(bench.selection, step, trace))


def intervention_ended(bench: Workbench) -> Workbench:
    # Back to the branch without interventions, alone.
    if bench.branches is None:
        return bench
    base = base_of(bench.branches, acted_on(bench.branches))
    return branch_compared(branch_walked_to(notice_dismissed(bench), base.id), None)


def heads_counted(bench: Workbench, removable: Removable) -> Workbench:
    return dataclasses.replace(bench, removable=removable)


def _change_shown(bench: Workbench, other: int) -> Workbench:
    """Select the first row that the branch's own token has changed, beside another branch.

    Until there is such a row, the last one; without comparison where the other branch ended before.
    """
    tree, trace = bench.branches, bench.trace
    if tree is None or trace is None:
        return bench
    beside = tree.branch(other).trace
    row = _changed_row(bench, beside)
    selection = with_step(bench.selection, row, trace)
    bench = dataclasses.replace(bench, selection=selection, whole=True)
    if bench.covers or row >= min(len(trace.steps), len(beside.steps)):
        return bench
    return also_told(branch_compared(bench, other), _most_changed(trace, beside, row))


def _changed_row(bench: Workbench, beside: Trace) -> int:
    """The first row with another input token than in ``beside``; it may not exist."""
    return 0 if bench.trace is None else common_steps(bench.trace, beside) + 1


def _most_changed(trace: Trace, beside: Trace, row: int) -> Message:
    # In the row where the other token is the input.
    kind, layer, head, share = most_changed_head(trace, beside, row)
    values = {
        "token": quoted(trace.steps[row].fed),
        "before": quoted(beside.steps[row].fed),
        "layer": layer + 1,
        "head": head + 1,
        "kind": _KIND_NAMES[kind],
        "percent": round(100 * share),
    }
    return Message(
        "“{token}” in place of “{before}” changes head {head} of layer {layer} ({kind}) most: in "
        "the row with this input, {percent} % of its weight moves to other positions.",
        values,
    )


_KIND_NAMES: dict[Kind, Message] = {
    "decoder": Message("decoder self-attention"),
    "cross": Message("cross-attention"),
}


def branch_ended(bench: Workbench, branch: int) -> Workbench:
    """Stop decoding a branch; without a step of its own it is removed."""
    if bench.branches is None:
        return bench
    return _with(bench, stopped(bench.branches, frozenset({branch})))


def target_refused(bench: Workbench, written: str) -> Workbench:
    # Kept for the user to correct.
    return dataclasses.replace(bench, refused_target=written)


def branch_found(bench: Workbench, branch: int, known: int) -> Workbench:
    """Show the existing branch ``known`` in place of ``branch``, if that is awaited."""
    tree = bench.branches
    awaited = tree is not None and tree.awaited == branch
    bench = branch_ended(bench, branch)
    return branch_taken(bench, known) if awaited else bench


def branch_taken(bench: Workbench, known: int) -> Workbench:
    # Shown as a new branch would be.
    before, bench = bench.branches, branch_walked_to(bench, known)
    if before is None or bench.branches is None or bench.branches.current == before.current:
        return bench
    branch = bench.branches.current_branch
    if branch_name(bench.branches, branch) is not None:
        return _intervention_shown(notice_dismissed(bench), follows=True, first=True)
    parent = branch.parent
    return _change_shown(notice_dismissed(bench), before.current if parent is None else parent)


def branch_walked_to(bench: Workbench, branch: int) -> Workbench:
    # The same step is kept if the branch has it.
    if bench.branches is None:
        return bench
    return _with(stopped_playing(bench), walked_to(bench.branches, branch))


def _renaming(bench: Workbench, branch: int, name: str) -> Message:
    values = {"branch": _called(bench, branch), "name": quoted(name)}
    if not values["name"]:
        return Message("name of the branch “{branch}” removed", values)
    return Message("branch “{branch}” renamed to “{name}”", values)


@undoable("branches", _renaming)
def branch_renamed(bench: Workbench, branch: int, name: str) -> Workbench:
    # A recorded branch has the name of its run.
    if bench.branches is None or bench.recorded:
        return bench
    return _with(bench, renamed(bench.branches, branch, name.strip()))


def _deleting(bench: Workbench, branch: int) -> Message:
    return Message("branch “{branch}” deleted", {"branch": _called(bench, branch)})


@undoable("branches", _deleting)
def branch_deleted(bench: Workbench, branch: int) -> Workbench:
    # A recorded branch stays.
    if bench.branches is None or bench.recorded:
        return bench
    return _with(bench, deleted(bench.branches, branch))


def branch_compared(bench: Workbench, branch: int | None) -> Workbench:
    if bench.branches is None:
        return bench
    return _with(bench, compared_with(bench.branches, branch))


def _called(bench: Workbench, branch: int) -> str | Message:
    """Name of a branch, else its text from where it left its parent."""
    bench = covered(bench)
    if bench.branches is None or branch not in bench.branches:
        return ""
    known = bench.branches.branch(branch)
    start = 0 if known.given else known.step
    name = known.name or branch_name(bench.branches, known)
    return (
        name if isinstance(name, Message) else quoted(name or target_text(known.trace, start=start))
    )


def _with(bench: Workbench, tree: BranchTree) -> Workbench:
    return bench if tree == bench.branches else with_tree(bench, tree)
