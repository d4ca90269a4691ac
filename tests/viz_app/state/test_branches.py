"""The tree of branches, function by function and in any order."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.viz_app.branch_traces import ORIGINAL, decoded, growing, ids_of
from viz_app.state.app_state import (
    AppState,
    step_chosen,
    trace_arrived,
    translation_asked,
    translation_ended,
)
from viz_app.state.branches import (
    ROOT,
    branched,
    common_steps,
    compared_with,
    continuation_of,
    deleted,
    descendants,
    given_steps,
    grown,
    parent_at,
    renamed,
    rooted,
    stopped,
    target_text,
    walked_to,
)
from viz_app.state.branching import (
    branch_arrived,
    branch_asked,
    branch_compared,
    branch_deleted,
    branch_ended,
    branch_renamed,
    branch_walked_to,
    branchable,
)

DOG = "I have a dog . </s>"


@pytest.fixture
def original():
    return rooted(decoded(ORIGINAL))


@pytest.fixture
def tree(original):
    """The original, and on screen a branch that has a dog."""
    return grown(branched(original, step=3), decoded(DOG, given=4), branch=1)


@pytest.fixture
def family(tree):
    """The same with a branch of the branch (2), and another one of the original (3)."""
    tree = grown(
        branched(tree, step=4, parent=1), decoded("I have a dog the . </s>", given=5), branch=2
    )
    tree = branched(tree, step=2, parent=ROOT)
    return grown(tree, decoded("I have the cat . </s>", given=3), branch=3)


# --------------------------------------------------------------------------- tree functions


def test_a_tree_begins_with_the_original_alone():
    trace = decoded("I have")
    tree = rooted(trace)
    assert [branch.trace for branch in tree.branches] == [trace]
    assert (tree.current, tree.original.parent, tree.growing) == (ROOT, None, {ROOT})
    assert grown(tree, decoded(ORIGINAL)).growing == set()


def test_a_branch_comes_on_screen_with_its_first_own_step(original):
    tree = branched(original, step=3)
    for trace in growing(DOG, given=4):
        tree = grown(tree, trace, branch=1)
        assert tree.current == (1 if len(trace.steps) > 3 else ROOT)


def test_until_then_it_has_the_steps_of_its_parent(original):
    tree = branched(original, step=3)
    branch = tree.branch(1)
    assert branch.trace.steps == original.original.trace.steps[:3]
    assert branch.trace.translation == "I have a"
    assert not branch.trace.finished
    assert not branch.begun


def test_the_original_is_never_overwritten(family, original):
    assert family.original is original.original
    assert family.original.trace.predicted_tokens == tuple(ORIGINAL.split())


def test_what_arrives_goes_to_its_own_branch_and_leaves_the_screen_alone(tree):
    tree = walked_to(branched(tree, step=1, parent=ROOT), ROOT)
    later = grown(tree, decoded("I the", given=2), branch=2)
    assert later.current == ROOT
    assert later.branch(2).token_ids == ids_of("I the")
    assert later.branch(1) is tree.branch(1)


def test_a_branch_without_a_step_is_walked_to_when_it_has_one(original):
    tree = walked_to(walked_to(branched(original, step=3), ROOT), 1)
    assert (tree.current, tree.awaited) == (ROOT, 1)
    assert grown(tree, decoded(DOG, given=4), branch=1).current == 1


def test_walking_shows_another_branch_and_no_other_changes(tree):
    assert walked_to(tree, ROOT).current == ROOT
    assert walked_to(tree, ROOT).branches == tree.branches
    assert walked_to(tree, 7) == tree


def test_a_name_is_given_and_taken_away(tree):
    named = renamed(tree, 1, "dog")
    assert [branch.name for branch in named.branches] == ["", "dog"]
    assert renamed(named, 1, "") == tree
    assert renamed(tree, 7, "x") == tree


def test_a_branch_goes_with_all_that_left_it(family):
    after = deleted(walked_to(family, 2), 1)
    assert [branch.id for branch in after.branches] == [ROOT, 3]
    assert after.current == ROOT


def test_who_looks_elsewhere_stays_there_when_a_branch_goes(family):
    assert deleted(walked_to(family, 3), 1).current == 3


def test_the_original_cannot_go(family):
    assert deleted(family, ROOT) == family


def test_an_id_is_never_used_again(tree):
    again = branched(deleted(tree, 1), step=1)
    assert [branch.id for branch in again.branches] == [ROOT, 2]


def test_any_two_branches_can_be_compared(family):
    assert compared_with(family, 1).compared == 1
    assert compared_with(compared_with(family, 1), None).compared is None
    for none in (family.current, 7, None):
        assert compared_with(family, none).compared is None


def test_walking_to_the_compared_branch_compares_the_other_way_round(tree):
    comparing = walked_to(compared_with(tree, ROOT), ROOT)
    assert (comparing.current, comparing.compared) == (ROOT, 1)


def test_a_compared_branch_that_goes_is_compared_no_more(family):
    assert deleted(compared_with(family, 1), 1).compared is None
    assert deleted(compared_with(walked_to(family, 1), ROOT), 1).compared is None


def test_stopping_takes_away_what_has_no_step_and_keeps_the_rest(tree):
    tree = grown(branched(tree, step=1), decoded("I the a", given=2), branch=2)
    tree = branched(tree, step=0)
    assert tree.growing == {2, 3}
    after = stopped(tree)
    assert [branch.id for branch in after.branches] == [ROOT, 1, 2]
    assert (after.growing, after.awaited) == (set(), None)
    assert stopped(tree, frozenset({3})).growing == {2}


def test_another_way_at_the_step_where_a_branch_left_makes_a_sibling(family):
    at_2 = walked_to(family, 2)
    assert [parent_at(at_2, step).id for step in (5, 4, 3, 2)] == [2, 1, ROOT, ROOT]
    assert parent_at(walked_to(family, ROOT), 0).id == ROOT


def test_what_was_decoded_before_is_found_again(family):
    assert continuation_of(family, ids_of("I have a dog")).id == 1
    assert continuation_of(family, ids_of("I have a cat")).id == ROOT
    assert continuation_of(family, ids_of("I have the")).id == 3
    assert continuation_of(family, ids_of("I have big")) is None


def test_what_was_given_or_stopped_is_no_continuation(tree):
    given = grown(branched(tree, step=0, given=True), decoded("the dog . </s>", given=4), branch=2)
    assert continuation_of(given, ids_of("the")) is None
    halted = stopped(grown(branched(tree, step=0), decoded("the dog", given=1), branch=2))
    assert continuation_of(halted, ids_of("the")) is None
    assert continuation_of(rooted(decoded("I have a")), ids_of("I have")).id == ROOT


def test_only_the_users_own_tokens_are_given(family):
    assert given_steps(family, ROOT) == (False,) * 6
    assert given_steps(family, 1) == (False, False, False, True, False, False)
    assert given_steps(family, 2) == (False, False, False, True, True, False, False)


def test_two_targets_are_common_up_to_the_first_other_token():
    assert common_steps(decoded(ORIGINAL), decoded(DOG)) == 3
    assert common_steps(decoded("I have"), decoded(ORIGINAL)) == 2


def test_the_text_of_a_target_leaves_out_what_is_no_word():
    assert target_text(decoded("I have a dog ##s . </s>"), start=2) == "a dogs."


def test_descendants_come_depth_first(family):
    assert [branch.id for branch in descendants(family, ROOT)] == [1, 2, 3]


# ----------------------------------------------------------------- transitions of the state


@pytest.fixture
def state():
    return step_chosen(trace_arrived(AppState(), decoded(ORIGINAL)), 3)


def with_branch(state, text=DOG, *, step=3, parent=ROOT, given=4, target=False):
    """The state after a branch has been asked for and decoded."""
    branch = state.branches.next_id
    state = branch_asked(state, step=step, parent=parent, given=target)
    for trace in growing(text, given=given):
        state = branch_arrived(state, branch, trace)
    return state


def test_what_is_on_screen_stays_until_a_branch_has_its_own_step(state):
    asked = branch_asked(state, step=3, parent=ROOT)
    assert asked.translating
    for trace in growing(DOG, given=4)[:4]:
        asked = branch_arrived(asked, 1, trace)
        assert asked.trace is state.trace
        assert asked.selection == state.selection


def test_a_branch_is_shown_at_the_step_where_it_left(state):
    after = with_branch(step_chosen(state, 5))
    assert after.trace.predicted_tokens == tuple(DOG.split())
    assert after.selection.step == 3
    assert not after.translating


def test_a_given_target_is_followed_to_its_end(state):
    after = with_branch(state, "a dog . </s>", step=0, given=4, target=True)
    assert after.selection.step == 3


def test_a_branch_that_ends_without_a_step_leaves_no_trace(state):
    asked = branch_asked(state, step=3, parent=ROOT)
    after = branch_ended(branch_arrived(asked, 1, decoded("I have")), 1)
    assert after.branches.branches == state.branches.branches
    assert (after.trace, after.selection) == (state.trace, state.selection)
    assert not after.translating


def test_a_stopped_branch_keeps_its_steps(state):
    asked = branch_arrived(
        branch_asked(state, step=3, parent=ROOT), 1, decoded("I have a dog", given=4)
    )
    after = translation_ended(asked)
    assert after.trace.predicted_tokens == ("I", "have", "a", "dog")
    assert not after.translating


def test_walking_keeps_the_step_where_there_is_one(state):
    after = with_branch(state, "I have a dog </s>")
    assert branch_walked_to(after, ROOT).selection.step == 3
    at_end = step_chosen(branch_walked_to(after, ROOT), 5)
    assert branch_walked_to(at_end, 1).selection.step == 4


def test_a_late_report_of_a_branch_that_has_gone_is_ignored(state):
    gone = branch_deleted(with_branch(state), 1)
    assert branch_arrived(gone, 1, decoded(DOG)) is gone


def test_two_branches_grow_side_by_side_and_the_work_ends_with_the_last(state):
    state = branch_asked(state, step=3, parent=ROOT)
    state = branch_asked(state, step=1, parent=ROOT)
    state = branch_arrived(state, 1, decoded(DOG, given=4))
    assert state.translating
    state = branch_arrived(state, 2, decoded("I the </s>", given=2))
    assert not state.translating
    assert state.branches.current == 2


def test_the_original_grows_on_while_a_branch_is_on_screen():
    state = trace_arrived(AppState(translating=True), decoded("I have a"))
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


def test_a_new_translation_is_waited_for_whatever_is_walked_to(state):
    asked = branch_walked_to(translation_asked(with_branch(state), "b"), ROOT)
    assert asked.translating


ORIGINALS, DOGS = growing(ORIGINAL), growing(DOG, given=4)


class Gardener(RuleBasedStateMachine):
    """Whatever a user does, the trace on screen is the current branch's, and trees stay trees."""

    def __init__(self):
        super().__init__()
        self.state = AppState()

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

    @rule(branch=st.integers(0, 5))
    def walk(self, branch):
        self.state = branch_walked_to(self.state, branch)

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
    state = AppState()
    assert branchable(state) is None
    for after in (
        branch_asked(state, step=0, parent=ROOT),
        branch_arrived(state, 1, decoded(DOG)),
        branch_ended(state, 1),
        branch_walked_to(state, 1),
        branch_renamed(state, 1, "x"),
        branch_deleted(state, 1),
        branch_compared(state, 1),
    ):
        assert after is state


def test_a_name_has_no_blanks_around_it(state):
    named = branch_renamed(with_branch(state), 1, "  dog ")
    assert named.branches.branch(1).name == "dog"


def test_asking_for_a_branch_stops_playing_and_closes_the_notice(state):
    playing = dataclasses.replace(state, playback=dataclasses.replace(state.playback, playing=True))
    assert not branch_asked(playing, step=3, parent=ROOT).playback.playing
