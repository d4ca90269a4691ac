"""Whatever was done, in which order: it is taken back step by step, and done again."""

import dataclasses
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from model.lessons.by_hand import PUZZLE_NAMES, HandCell
from model.messages import Message
from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from tests.viz_app.panels.masks.answers import batch_of
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import summary
from viz_app.app.app_state import AppState, room_of, with_room
from viz_app.app.panels import TRAINING
from viz_app.app.slices import MOST_BYTES, MOST_STEPS, History
from viz_app.app.undo import cleared, next_steps, redone, remembered, undone
from viz_app.engine.step import step_told_by, undoable
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.room import (
    MasksState,
    cell_flipped,
    edits_dropped,
    key_flipped,
    sentences_given,
)
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.one_head.room import hand_reset, puzzle_picked, value_set
from viz_app.panels.training.runs.room import run_deleted, run_restored
from viz_app.panels.training.state import RunsState, TrainingState
from viz_app.storage.library import ModelFile
from viz_app.workbench.changes.models import model_arrived
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_deleted,
    branch_ended,
    branch_renamed,
    branch_walked_to,
    rooted,
    sentence_asked,
    trace_arrived,
    translation_asked,
    translation_ended,
)
from viz_app.workbench.state import ROOT, BranchRequest, Cell, Workbench

# ------------------------------------------------------------------ as the store does it


def did(state, change, *args, **kwargs):
    """A transition of the workbench."""
    return _applied(
        state,
        lambda now: now.bench,
        lambda now, bench: dataclasses.replace(now, bench=bench),
        change,
        args,
        kwargs,
    )


def did_in(panel, state, change, *args):
    """A transition of a panel's room."""
    return _applied(
        state,
        lambda now: room_of(now, panel),
        lambda now, room: with_room(now, panel, room),
        change,
        args,
        {},
    )


def _applied(state, read, write, change, args, kwargs):
    part = read(state)
    changed = change(part, *args, **kwargs)
    if changed is part:
        return state
    tell = step_told_by(change)
    step = tell(part, *args, **kwargs) if tell else None
    return remembered(state, write(state, changed), step)


def taken_back(state):
    """With what the worker does for it."""
    return _with_worker(state, cleared(state).history.past[-1], undone(state), run_restored)


def done_again(state):
    """With what the worker does for it."""
    return _with_worker(state, cleared(state).history.future[0], redone(state), run_deleted)


def _with_worker(state, kept, after, change):
    return did_in(TRAINING, after, change, kept.what) if kept.step.part == "run" else after


def names(state):
    """What the menu offers."""
    return [None if name is None else str(name) for name in next_steps(state)]


# ----------------------------------------------------------------------- what can be done


def begun():
    """A model, its first translation, a batch for masks, and three runs."""
    runs = RunsState(cards=tuple(card_of(name) for name in ("one", "two", "three")))
    state = AppState(
        bench=Workbench(model=summary("first"), model_key=1, source_text="我有猫"),
        slices={TRAINING.name: TrainingState(runs=runs), MASKS.name: MasksState(batch=batch_of())},
    )
    return translated(did(state, translation_asked, "我有猫"))


def translated(state):
    """The answer of the worker: another trace each time."""
    state = did(state, trace_arrived, decoded(""))
    return did(state, trace_arrived, decoded(ORIGINAL))


def translate(state, n):
    return translated(did(state, sentence_asked, f"sentence {n}"))


def fail_to_translate(state, n):
    return did(did(state, sentence_asked, f"nonsense {n}"), translation_ended)


def use_model(state, n):
    arrived = did(state, model_arrived, state.bench.model_key + 1 + n, summary(f"model {n}"))
    return translated(did(arrived, translation_asked, "我有猫"))


def branch(state, n, *, refused=False):
    tree = state.bench.branches
    new, request = tree.next_id, BranchRequest(3, (4, 5, 6, 9))
    parent = tree.branches[n % len(tree.branches)].id
    state = did(state, branch_asked, step=3, parent=parent, request=request)
    if refused:
        return did(state, branch_ended, new)
    return did(state, branch_arrived, new, decoded(DOG, given=4))


def fail_to_branch(state, n):
    return branch(state, n, refused=True)


def some_branch(state, n):
    known = state.bench.branches.branches
    return known[n % len(known)].id


def rename(state, n):
    return did(state, branch_renamed, some_branch(state, n), f"name {n}")


def delete(state, n):
    return did(state, branch_deleted, some_branch(state, n))


def look_elsewhere(state, n):
    return did(did(state, branch_walked_to, some_branch(state, n)), step_chosen, n)


def flip_cell(state, n):
    return did_in(MASKS, state, cell_flipped, "cross", Cell(n, 0))


def drop_edits(state, n):
    return did_in(MASKS, state, edits_dropped)


def flip_key(state, n):
    return did_in(MASKS, state, key_flipped, n)


def give_sentences(state, n):
    return did_in(MASKS, state, sentences_given, (f"猫{n}",))


def change_number(state, n):
    return did_in(ONE_HEAD, state, value_set, HandCell("q", 2, 1), float(n))


def pick_puzzle(state, n):
    return did_in(ONE_HEAD, state, puzzle_picked, (None, *PUZZLE_NAMES)[n])


def reset_hand(state, n):
    return did_in(ONE_HEAD, state, hand_reset)


def delete_run(state, n):
    cards = state.training.runs.cards
    return did_in(TRAINING, state, run_deleted, cards[n % len(cards)]) if cards else state


DOING = (
    translate,
    fail_to_translate,
    use_model,
    branch,
    fail_to_branch,
    rename,
    delete,
    look_elsewhere,
    flip_cell,
    drop_edits,
    flip_key,
    give_sentences,
    change_number,
    pick_puzzle,
    reset_hand,
    delete_run,
)


def essence(state):
    """What steps change."""
    bench, masks = state.bench, state.slices[MASKS.name]
    hand = room_of(state, ONE_HEAD).own
    tree = bench.branches.branches
    return (
        bench.model_key,
        bench.model,
        tuple((one.id, one.name, id(one.trace)) for one in tree),
        (masks.edits, masks.edits_of),
        masks.allowed,
        (masks.others, masks.others_task),
        (hand.hand, hand.hand_start, hand.puzzle),
        frozenset(card.run_id for card in state.training.runs.cards),
    )


def is_sound(state):
    """The trace on screen is the current branch's, the step is there, nothing seems to go on."""
    bench = state.bench
    assert bench.trace is bench.branches.current_branch.trace
    assert 0 <= bench.selection.step < len(bench.trace.steps)
    assert not bench.translating
    assert not bench.branches.growing


@given(st.lists(st.tuples(st.sampled_from(DOING), st.integers(0, 4)), max_size=14))
def test_all_is_taken_back_to_the_first_state_and_done_again_to_the_last(things):
    state = begun()
    seen = [essence(state)]
    for do, n in things:
        state = do(state, n)
        if essence(state) != seen[-1]:
            seen.append(essence(state))
    for expected in reversed(seen[:-1]):
        state = taken_back(state)
        is_sound(state)
        assert essence(state) == expected
    assert next_steps(state)[0] is None
    for expected in seen[1:]:
        state = done_again(state)
        is_sound(state)
        assert essence(state) == expected
    assert next_steps(state)[1] is None


@given(
    st.lists(st.tuples(st.sampled_from(DOING), st.integers(0, 4)), min_size=1, max_size=8),
    st.integers(0, 8),
)
def test_what_was_taken_back_is_gone_with_the_next_step(things, back):
    state = begun()
    for do, n in things:
        state = do(state, n)
    for _ in range(back):
        if next_steps(state)[0] is not None:
            state = taken_back(state)
    before = essence(state)
    state = translate(state, 9)
    assert names(state) == ["sentence “sentence 9”", None]
    assert essence(taken_back(state)) == before


# --------------------------------------------------------------------------- step by step


def test_steps_are_named_after_what_was_done():
    state = begun()
    for do, name in (
        (branch, "“dog” in place of “cat”"),
        (
            lambda now, _: did(now, branch_renamed, 1, "dog\n& cat"),
            "branch “dog.” renamed to “dog & cat”",
        ),
        (lambda now, _: did(now, branch_renamed, 1, ""), "name of the branch “dog & cat” removed"),
        (lambda now, _: did(now, branch_deleted, 1), "branch “dog.” deleted"),
        (flip_cell, "“我” masked for “<s>”"),
        (flip_cell, "“我” allowed for “<s>”"),
        (flip_key, "key 1 of the row without keys changed"),
        (give_sentences, "other sentences in the batch of masks"),
        (use_model, "change to model “model 0”"),
        (delete_run, "run “one” deleted"),
        (lambda now, _: translate(now, "x" * 50), f"sentence “sentence {'x' * 20}…”"),
    ):
        state = do(state, 0)
        assert names(state)[0].startswith(name)
        assert names(state)[1] is None
    request = BranchRequest(0, written="a dog", whole=True, typed="a dog ")
    state = did(begun(), branch_asked, step=0, parent=ROOT, given=True, request=request)
    assert names(state)[0] == "own target “a dog”", "as it was typed"


def test_the_first_translation_is_no_step():
    state = AppState(bench=Workbench(model=summary(), model_key=1))
    state = translated(did(state, sentence_asked, "我有猫"))
    assert names(state) == [None, None]
    state = translated(did(did(begun(), sentence_asked, "one"), sentence_asked, "two"))
    assert names(state)[0] == "sentence “two”", "one given up for another leaves one step"
    assert names(taken_back(state)) == [None, "sentence “two”"]


def test_where_one_looked_is_put_back_and_options_are_not():
    first = did(begun(), step_chosen, 2)
    state = did(translate(first, 1), step_chosen, 0)
    grey = dataclasses.replace(state.bench.settings, theme="dark")
    state = did(state, lambda bench: dataclasses.replace(bench, settings=grey, tab="masks"))
    back = taken_back(state).bench
    assert back.selection == first.bench.selection
    assert (back.settings, back.tab) == (grey, "masks")
    assert done_again(taken_back(state)).bench.selection == state.bench.selection


def test_what_grows_while_a_step_is_taken_back_keeps_what_has_come():
    """The job of a branch that is there before and after goes on."""
    state = did(begun(), branch_asked, step=3, parent=ROOT)
    state = did(state, branch_arrived, 1, decoded("I have a dog", given=4))
    state = did(state, branch_renamed, 1, "dog")
    state = did(state, branch_arrived, 1, whole := decoded(DOG, given=4))
    state = taken_back(state)
    assert state.bench.branches.branch(1).trace is whole
    assert not state.bench.translating
    assert done_again(state).bench.branches.branch(1).trace is whole


def test_what_was_being_decoded_is_to_be_decoded_on():
    state = did(begun(), branch_asked, step=3, parent=ROOT)
    state = did(state, branch_arrived, 1, part := decoded("I have a dog", given=4))
    before, state = state, taken_back(state)
    assert not state.bench.translating
    assert state.bench.branches.next_id == before.bench.branches.next_id == 2, "no id comes twice"
    state = done_again(state)
    assert state.bench.trace is part
    assert state.bench.branches.growing == {1}
    assert state.bench.translating


def test_a_sentence_without_its_first_picture_is_to_be_asked_for_again():
    first = begun()
    state = taken_back(did(first, sentence_asked, "next"))
    assert not state.bench.translating
    assert state.bench.source_text == first.bench.source_text
    state = done_again(state)
    assert state.bench.translating
    assert not state.bench.branches.growing
    assert state.bench.source_text == "next"


def test_a_model_on_another_device_is_the_same_model():
    """Steps of before are about the copy: the one on the device that was left can go."""
    state = branch(begun(), 0)
    moved = dataclasses.replace(state.bench.model, device="cuda")
    state = translated(did(state, model_arrived, 2, moved))
    assert names(state)[0] == "move to CUDA"
    assert state.history.models == {2}
    state = taken_back(state)
    assert len(state.bench.branches.branches) == 2
    assert (state.bench.model, state.bench.model_key) == (moved, 2)
    assert taken_back(state).bench.model_key == 2


def test_a_model_read_from_its_file_again_is_the_same_model():
    def read(state, key, file):
        arrived = did(state, model_arrived, key, summary("a"), file=file)
        return translated(did(arrived, translation_asked, "我有猫"))

    file = ModelFile(path=Path("/a/model.safetensors"), checksum="1")
    state = read(begun(), 2, file)
    again = read(branch(state, 0), 3, file)
    assert names(again)[0] == "sentence “我有猫”"
    assert again.history.models == {1, 3}
    replaced = dataclasses.replace(file, checksum="2")
    other = read(branch(state, 0), 3, replaced)
    assert names(other)[0] == "change to model “a”"
    assert other.history.models == {1, 2}
    assert taken_back(other).bench.model_file == file


def test_other_work_that_nobody_asked_for_is_a_step():
    """As when a session is opened: steps of before are never done to its branches."""
    other = dataclasses.replace(decoded(ORIGINAL), source_text="狗")
    before = branch(begun(), 0)
    opened = dataclasses.replace(before.bench, branches=rooted(other), trace=other)
    state = did(before, lambda _: opened)
    assert names(state)[0] == "sentence “狗”"
    assert essence(taken_back(state)) == essence(before)
    session = undoable("work", lambda _: Message("session opened"))(lambda _: opened)
    assert names(did(before, session)) == ["session opened", None]


def test_runs_that_came_back_or_were_deleted_by_other_means():
    state = delete_run(delete_run(begun(), 0), 0)
    state = did_in(TRAINING, state, run_restored, card_of("two"))
    assert names(state) == ["run “one” deleted", None], "it is no step any more"
    state = taken_back(delete_run(begun(), 0))
    state = did_in(TRAINING, state, run_deleted, card_of("one"))
    assert names(state) == ["run “one” deleted", None]
    assert names(taken_back(state)) == [None, "run “one” deleted"]


# ------------------------------------------------------------------------------- in bounds


def test_the_oldest_of_many_steps_is_forgotten():
    state = begun()
    for number in range(MOST_STEPS + 3):
        state = did(state, branch_renamed, ROOT, str(number))
    assert len(state.history.past) == MOST_STEPS
    for _ in range(MOST_STEPS):
        state = taken_back(state)
    assert state.bench.branches.original.name == "2"
    assert names(state)[0] is None


def test_models_that_would_fill_the_memory_are_forgotten_with_their_steps():
    state = begun()
    heavy = dataclasses.replace(summary("heavy"), n_parameters=MOST_BYTES // 4 + 1)
    state = translated(did(state, model_arrived, 2, heavy))
    assert names(state)[0] == "change to model “heavy”"  # the light one is kept for it
    state = use_model(state, 0)
    assert state.history == History()
    assert names(state) == [None, None]


def test_traces_that_steps_share_are_counted_once(monkeypatch):
    monkeypatch.setattr("viz_app.app.slices.MOST_BYTES", 2 * decoded(ORIGINAL).nbytes)
    state = begun()
    for number in range(9):
        state = did(state, branch_renamed, ROOT, str(number))
    state = translate(translate(state, 0), 1)
    assert len(state.history.past) == 11  # of the two sentences before this one
    state = rename(translate(state, 2), 0)
    assert [str(kept.step.name) for kept in state.history.past[:-1]] == [
        f"sentence “sentence {number}”" for number in range(1, 3)
    ]
