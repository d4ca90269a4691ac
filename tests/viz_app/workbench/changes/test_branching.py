"""Branches in the whole state, function by function and in any order."""

import dataclasses

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded, growing
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.changes.translation import (
    branch_arrived,
    branch_asked,
    branch_compared,
    branch_deleted,
    branch_ended,
    branch_found,
    branch_renamed,
    branch_taken,
    branch_walked_to,
    branchable,
    trace_arrived,
    translation_asked,
    translation_ended,
)
from viz_app.workbench.state import ROOT, Workbench


@pytest.fixture
def state():
    return step_chosen(trace_arrived(Workbench(), decoded(ORIGINAL)), 3)


def with_branch(state, text=DOG, *, step=3, parent=ROOT, given=4, target=False):
    branch = state.branches.next_id
    state = branch_asked(state, step=step, parent=parent, given=target)
    for trace in growing(text, given=given):
        state = branch_arrived(state, branch, trace)
    return state


def test_what_is_on_screen_stays_until_a_branch_has_its_own_row(state):
    asked = branch_asked(state, step=3, parent=ROOT)
    assert asked.translating
    for trace in growing(DOG, given=4)[:4]:
        asked = branch_arrived(asked, 1, trace)
        assert asked.trace is state.trace
        assert asked.selection == state.selection
    asked = branch_asked(state, step=3, parent=ROOT)
    came, grew = (branch_arrived(asked, 1, trace) for trace in growing(DOG, given=4)[4:6])
    assert (came.selection.step, came.branches.compared, came.notice) == (3, None, None)
    assert (grew.selection.step, grew.branches.compared) == (4, ROOT)
    elsewhere = branch_arrived(step_chosen(came, 1), 1, growing(DOG, given=4)[5])
    assert (elsewhere.selection.step, elsewhere.branches.compared) == (1, None)


def test_a_branch_is_shown_at_its_first_changed_row_beside_its_parent(state):
    text = "I have a dog the </s>"
    first = with_branch(state, text, step=2, given=4)
    assert first.trace.steps[first.selection.step].fed == "dog"
    after = with_branch(state, "a dog . </s>", step=0, given=4, target=True)
    assert after.selection.step == 3
    after = with_branch(step_chosen(state, 5))
    assert after.trace.predicted_tokens == tuple(DOG.split())
    assert after.trace.steps[after.selection.step].fed == "dog"
    assert after.branches.compared == ROOT
    assert after.whole
    assert not after.translating


@pytest.mark.parametrize("text", ["I have a </s>", "I have a cat . the </s>"])
def test_a_branch_without_a_row_beside_its_parent_is_compared_with_none(state, text):
    step = len(text.split()) - 2 if "the" in text else 3
    after = with_branch(state, text, step=step, given=step + 1)
    assert after.selection.step == len(text.split()) - 1
    assert (after.branches.compared, after.notice) == (None, None)


def test_the_head_that_another_token_changes_most_is_named(state):
    after = with_branch(state, DOG)
    one, other = after.trace, after.branches.original.trace
    moved = {
        (kind, layer + 1, head + 1): np.abs(
            one.weights(kind)[layer, head, 4] - other.weights(kind)[layer, head, 4]
        ).sum()
        / 2
        for kind in ("decoder", "cross")
        for layer in range(2)
        for head in range(2)
    }
    (kind, layer, head), most = max(moved.items(), key=lambda item: item[1])
    name = {"decoder": "decoder self-attention", "cross": "cross-attention"}[kind]
    assert str(after.notice.message) == (
        f"“dog” in place of “cat” changes head {head} of layer {layer} ({name}) most: in the row"
        f" with this input, {100 * most:.0f} % of its weight moves to other positions."
    )


def test_a_branch_that_ends_or_is_stopped_keeps_the_steps_that_it_has(state):
    asked = branch_asked(state, step=3, parent=ROOT)
    after = branch_ended(branch_arrived(asked, 1, decoded("I have")), 1)
    assert after.branches.branches == state.branches.branches
    assert (after.trace, after.selection) == (state.trace, state.selection)
    assert not after.translating
    asked = branch_arrived(
        branch_asked(state, step=3, parent=ROOT), 1, decoded("I have a dog", given=4)
    )
    after = translation_ended(asked)
    assert after.trace.predicted_tokens == ("I", "have", "a", "dog")
    assert not after.translating


def test_a_branch_that_is_there_already_is_looked_at_unless_somebody_walked_on(state):
    known = branch_walked_to(with_branch(state), ROOT)
    after = branch_found(branch_asked(known, step=3, parent=ROOT), 2, 1)
    assert [branch.id for branch in after.branches.branches] == [ROOT, 1]
    assert (after.branches.current, after.selection.step) == (1, 4)
    assert after.branches.compared == ROOT
    assert not after.translating
    asked = branch_asked(with_branch(state), step=3, parent=ROOT)
    after = branch_found(branch_walked_to(asked, ROOT), 2, 1)
    assert [branch.id for branch in after.branches.branches] == [ROOT, 1]
    assert after.branches.current == ROOT


def test_walking_keeps_the_step_and_the_parent_is_seen_beside_the_branch(state):
    after = with_branch(state, "I have a dog </s>")
    assert branch_walked_to(after, ROOT).selection.step == 4
    at_end = step_chosen(branch_walked_to(after, ROOT), 5)
    assert branch_walked_to(at_end, 1).selection.step == 4
    after = branch_taken(branch_compared(with_branch(state), None), ROOT)
    assert (after.branches.current, after.branches.compared) == (ROOT, 1)
    assert after.trace.steps[after.selection.step].fed == "cat"
    assert str(after.notice.message).startswith("“cat” in place of “dog” changes head ")


def test_branches_and_the_original_grow_side_by_side_to_the_last(state):
    state = branch_asked(state, step=3, parent=ROOT)
    state = branch_asked(state, step=1, parent=ROOT)
    state = branch_arrived(state, 1, decoded(DOG, given=4))
    assert state.translating
    state = branch_arrived(state, 2, decoded("I the </s>", given=2))
    assert not state.translating
    assert state.branches.current == 2
    state = trace_arrived(Workbench(translating=True), decoded("I have a"))
    state = with_branch(state, "the dog </s>", step=0, given=1)
    assert state.translating
    after = trace_arrived(state, decoded(ORIGINAL))
    assert after.trace is state.trace
    assert after.branches.original.trace.finished
    assert not after.translating


def test_a_new_translation_begins_a_new_tree_with_its_first_picture(state):
    asked = translation_asked(with_branch(state), "b")
    assert len(asked.branches.branches) == 2
    assert branchable(asked) is None
    after = trace_arrived(asked, growing("I")[0])
    assert [branch.id for branch in after.branches.branches] == [ROOT]
    assert branchable(after) is after.branches
    asked = branch_walked_to(translation_asked(with_branch(state), "b"), ROOT)
    assert asked.translating


ORIGINALS, DOGS = growing(ORIGINAL), growing(DOG, given=4)


class Gardener(RuleBasedStateMachine):
    """Whatever a user does, the trace on screen is the current branch's, and trees stay trees."""

    def __init__(self):
        super().__init__()
        self.state = Workbench()

    @rule(count=st.integers(0, 6))
    def translate(self, count):
        self.state = trace_arrived(self.state, ORIGINALS[count])

    @rule(step=st.integers(0, 5), parent=st.integers(0, 4), given=st.booleans())
    def ask(self, step, parent, given):
        tree = self.state.branches
        if tree is not None and parent in tree:
            step = min(step, len(tree.branch(parent).trace.steps))
            self.state = branch_asked(self.state, step=step, parent=parent, given=given)

    @rule(branch=st.integers(1, 5), count=st.integers(0, 6))
    def arrive(self, branch, count):
        self.state = branch_arrived(self.state, branch, DOGS[count])

    @rule(branch=st.integers(0, 5))
    def end(self, branch):
        self.state = branch_ended(self.state, branch)

    @rule(branch=st.integers(0, 5), known=st.integers(0, 5))
    def find(self, branch, known):
        self.state = branch_found(self.state, branch, known)

    @rule(branch=st.integers(0, 5))
    def walk(self, branch):
        self.state = branch_walked_to(self.state, branch)

    @rule(branch=st.integers(0, 5))
    def take(self, branch):
        self.state = branch_taken(self.state, branch)

    @rule(branch=st.integers(0, 5))
    def delete(self, branch):
        self.state = branch_deleted(self.state, branch)

    @rule(branch=st.none() | st.integers(0, 5))
    def compare(self, branch):
        self.state = branch_compared(self.state, branch)

    @rule(branch=st.integers(0, 5), name=st.text(max_size=3))
    def rename(self, branch, name):
        self.state = branch_renamed(self.state, branch, name)

    @rule(text=st.sampled_from(["x", ""]))
    def ask_new(self, text):
        self.state = translation_asked(self.state, text)

    @rule()
    def stop(self):
        self.state = translation_ended(self.state)

    @invariant()
    def the_trace_on_screen_is_the_current_branchs(self):
        tree = self.state.branches
        assert self.state.trace is (None if tree is None else tree.current_branch.trace)

    @invariant()
    def every_branch_has_a_parent_that_is_there(self):
        tree = self.state.branches
        if tree is None:
            return
        ids = [branch.id for branch in tree.branches]
        assert len(set(ids)) == len(ids)
        assert tree.original.id == ROOT
        assert all(branch.parent in ids for branch in tree.branches[1:])
        assert {tree.current} | tree.growing <= set(ids)
        assert tree.compared is None or tree.compared in set(ids) - {tree.current}
        assert tree.current_branch.begun

    @invariant()
    def the_step_exists(self):
        trace = self.state.trace
        steps = len(trace.steps) if trace else 0
        assert 0 <= self.state.selection.step < max(1, steps)

    @invariant()
    def what_has_no_step_is_being_decoded(self):
        tree = self.state.branches
        for branch in tree.branches if tree else ():
            assert branch.begun or branch.id in tree.growing


TestGardener = Gardener.TestCase


def test_a_state_without_branches_is_left_alone():
    state = Workbench()
    assert branchable(state) is None
    for after in (
        branch_asked(state, step=0, parent=ROOT),
        branch_arrived(state, 1, decoded(DOG)),
        branch_ended(state, 1),
        branch_found(state, 1, ROOT),
        branch_walked_to(state, 1),
        branch_taken(state, 1),
        branch_renamed(state, 1, "x"),
        branch_deleted(state, 1),
        branch_compared(state, 1),
    ):
        assert after is state


def test_asking_stops_playing_names_are_trimmed_and_late_reports_are_ignored(state):
    playing = dataclasses.replace(state, playback=dataclasses.replace(state.playback, playing=True))
    assert not branch_asked(playing, step=3, parent=ROOT).playback.playing
    named = branch_renamed(with_branch(state), 1, "  dog ")
    assert named.branches.branch(1).name == "dog"
    gone = branch_deleted(with_branch(state), 1)
    assert branch_arrived(gone, 1, decoded(DOG)) is gone
