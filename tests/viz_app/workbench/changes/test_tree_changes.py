"""How a tree of branches changes, function by function."""

from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded, growing, ids_of
from viz_app.workbench.changes.translation import (
    branched,
    compared_with,
    deleted,
    grown,
    renamed,
    rooted,
    stopped,
    walked_to,
)
from viz_app.workbench.state import ROOT


def test_a_tree_begins_with_the_original_alone():
    trace = decoded("I have")
    tree = rooted(trace)
    assert [branch.trace for branch in tree.branches] == [trace]
    assert (tree.current, tree.original.parent, tree.growing) == (ROOT, None, {ROOT})
    assert grown(tree, decoded(ORIGINAL)).growing == set()


def test_a_branch_comes_on_screen_with_its_first_own_step(original):
    tree = branched(original, step=3)
    branch = tree.branch(1)
    assert branch.trace.steps == original.original.trace.steps[:3]
    assert branch.trace.translation == "I have a"
    assert not branch.trace.finished
    assert not branch.begun
    for trace in growing(DOG, given=4):
        tree = grown(tree, trace, branch=1)
        assert tree.current == (1 if len(trace.steps) > 3 else ROOT)


def test_walking_shows_another_branch_and_no_other_changes(tree, original):
    assert walked_to(tree, ROOT).current == ROOT
    assert walked_to(tree, ROOT).branches == tree.branches
    assert walked_to(tree, 7) == tree
    tree = walked_to(walked_to(branched(original, step=3), ROOT), 1)
    assert (tree.current, tree.awaited) == (ROOT, 1)
    assert grown(tree, decoded(DOG, given=4), branch=1).current == 1


def test_a_name_is_given_and_reports_go_to_their_own_branch(tree):
    named = renamed(tree, 1, "dog")
    assert [branch.name for branch in named.branches] == ["", "dog"]
    assert renamed(named, 1, "") == tree
    assert renamed(tree, 7, "x") == tree
    tree = walked_to(branched(tree, step=1, parent=ROOT), ROOT)
    later = grown(tree, decoded("I the", given=2), branch=2)
    assert later.current == ROOT
    assert later.branch(2).token_ids == ids_of("I the")
    assert later.branch(1) is tree.branch(1)


def test_a_branch_goes_with_all_that_left_it_but_the_original_stays(family, original, tree):
    after = deleted(walked_to(family, 2), 1)
    assert [branch.id for branch in after.branches] == [ROOT, 3]
    assert after.current == ROOT
    assert deleted(walked_to(family, 3), 1).current == 3
    assert deleted(family, ROOT) == family
    assert family.original is original.original
    assert family.original.trace.predicted_tokens == tuple(ORIGINAL.split())
    again = branched(deleted(tree, 1), step=1)
    assert [branch.id for branch in again.branches] == [ROOT, 2]


def test_any_two_branches_can_be_compared(family, tree):
    assert compared_with(family, 1).compared == 1
    assert compared_with(compared_with(family, 1), None).compared is None
    for none in (family.current, 7, None):
        assert compared_with(family, none).compared is None
    comparing = walked_to(compared_with(tree, ROOT), ROOT)
    assert (comparing.current, comparing.compared) == (ROOT, 1)
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
