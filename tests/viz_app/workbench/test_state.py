"""What is known of a tree of branches."""

import dataclasses

import pytest

from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded, ids_of
from viz_app.workbench.changes.translation import branched, grown, rooted, stopped, walked_to
from viz_app.workbench.state import (
    ROOT,
    Cell,
    Selection,
    common_steps,
    continuation_of,
    descendants,
    given_steps,
    parent_at,
    reading_of,
    target_text,
    with_head,
    with_step,
    within,
)


def test_a_sibling_leaves_where_the_branch_left_and_only_the_users_tokens_are_given(family):
    at_2 = walked_to(family, 2)
    assert [parent_at(at_2, step).id for step in (5, 4, 3, 2)] == [2, 1, ROOT, ROOT]
    assert parent_at(walked_to(family, ROOT), 0).id == ROOT
    assert given_steps(family, ROOT) == (False,) * 6
    assert given_steps(family, 1) == (False, False, False, True, False, False)
    assert given_steps(family, 2) == (False, False, False, True, True, False, False)


def test_a_branch_is_known_by_its_id_and_its_beginning(family, tree):
    assert [family.branch(known.id) for known in family.branches] == list(family.branches)
    assert ROOT in family
    assert family.next_id not in family
    with pytest.raises(KeyError):
        family.branch(family.next_id)
    branch = tree.branch(1)
    assert branch.begins_with(ids_of("I have a dog"))
    assert branch.begins_with(())
    assert not branch.begins_with(ids_of("I have a cat"))
    assert not branch.begins_with((*ids_of(DOG), 4))


def test_only_what_was_decoded_by_itself_is_a_continuation(family, tree):
    assert continuation_of(family, ids_of("I have a dog")).id == 1
    assert continuation_of(family, ids_of("I have a cat")).id == ROOT
    assert continuation_of(family, ids_of("I have the")).id == 3
    assert continuation_of(family, ids_of("I have big")) is None
    given = grown(branched(tree, step=0, given=True), decoded("the dog . </s>", given=4), branch=2)
    assert continuation_of(given, ids_of("the")) is None
    halted = stopped(grown(branched(tree, step=0), decoded("the dog", given=1), branch=2))
    assert continuation_of(halted, ids_of("the")) is None
    assert continuation_of(rooted(decoded("I have a")), ids_of("I have")).id == ROOT
    tree = branched(rooted(decoded(ORIGINAL)), step=1)
    fed_in = grown(tree, decoded("I the big", given=3), branch=1)
    assert continuation_of(fed_in, ids_of("I the big")) is None, "more may be given"
    free = grown(fed_in, decoded("I the big dog", given=3), branch=1)
    assert continuation_of(free, ids_of("I the big")).id == 1
    assert continuation_of(free, ids_of("I the")) is None, "the next token was given"
    assert continuation_of(free, ids_of("I the big dog .")) is None


def test_a_whole_target_that_was_given_is_found_again(tree):
    reading = branched(tree, step=0, given=True)
    assert reading_of(reading, ids_of("I have a dog .")) is None, "only decoded, never given"
    half = grown(reading, decoded("the dog", given=2), branch=2)
    assert reading_of(half, ids_of("the")) is None
    done = grown(half, decoded("the dog . </s>", given=4), branch=2)
    assert reading_of(done, ids_of("the dog .")).id == 2
    assert reading_of(done, ids_of("the dog")) is None


def test_common_steps_and_the_text_of_a_target():
    assert common_steps(decoded(ORIGINAL), decoded(DOG)) == 3
    assert common_steps(decoded("I have"), decoded(ORIGINAL)) == 2
    assert target_text(decoded("I have a dog ##s . </s>"), start=2) == "a dogs."


def test_descendants_come_depth_first_however_deep(family):
    assert [branch.id for branch in descendants(family, ROOT)] == [1, 2, 3]
    deep = [dataclasses.replace(family.original, id=n, parent=n - 1) for n in range(1, 2000)]
    chain = dataclasses.replace(family, branches=(family.original, *deep))
    assert [branch.id for branch in descendants(chain, 1000)] == list(range(1001, 2000))


def test_another_head_keeps_the_cell_and_another_kind_drops_it():
    selection = Selection(kind="cross", cell=Cell(1, 2))
    assert with_head(selection, "encoder", 1, 1) == Selection(kind="encoder", layer=1, head=1)
    assert with_head(selection, "cross", 0, 1).cell == Cell(1, 2)


def test_selection_and_cursor_go_along_and_stay_within_the_trace(tiny_trace):
    wide = Selection(kind="encoder", layer=5, head=7, step=99, cell=Cell(50, 0))
    assert within(wide, tiny_trace) == Selection(
        kind="encoder", layer=1, head=1, step=len(tiny_trace.steps) - 1
    )
    cross = Selection(kind="cross", step=0, cell=Cell(0, 3))
    assert with_step(cross, 2, tiny_trace).cell == Cell(2, 3)
    encoder = Selection(kind="encoder", step=0, cell=Cell(0, 3))
    assert with_step(encoder, 2, tiny_trace).cell == Cell(0, 3)
    last = len(tiny_trace.steps) - 1
    assert with_step(Selection(), -5, tiny_trace).step == 0
    assert with_step(Selection(), 1, tiny_trace).step == 1
    assert with_step(Selection(), 999, tiny_trace).step == last
    assert with_step(Selection(step=3), 2, None).step == 0
