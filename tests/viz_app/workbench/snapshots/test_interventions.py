"""What interventions change, in a sentence."""

import dataclasses

from model.decoding.sweep import switched_off
from model.traces.interventions import Site
from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from tests.viz_app.states import summary, trace_of
from viz_app.workbench.changes.interventions import (
    Scope,
    change_refusal,
    place_in_text,
    scope_in_view,
)
from viz_app.workbench.changes.translation import branch_arrived, branch_asked, trace_arrived
from viz_app.workbench.snapshots.interventions import resolve_intervention, word_changes
from viz_app.workbench.state import ROOT, BranchRequest, Workbench

OFF = switched_off([Site("z", "cross", 0, 1)], "zero")


def test_words_that_go_come_or_change_are_named_while_most_stay():
    before = "I have a black cat in the house."
    for after, changes in (
        ("I have a cat in the house.", ("“black” disappears",)),
        ("I have a very black cat in the house.", ("“very” appears",)),
        ("I have a black dog in the house.", ("“cat” becomes “dog”",)),
        ("You have a cat in the house.", ("“I” becomes “You”", "“black” disappears")),
        ("Nothing at all.", ()),
        ("", ()),
    ):
        assert tuple(map(str, word_changes(before, after))) == changes


def changed(text, *, given=False, interventions=OFF):
    """Beside the original, a branch under interventions whose target is this."""
    bench = trace_arrived(Workbench(model=summary()), decoded(ORIGINAL))
    target = decoded(ORIGINAL).predicted_ids if given else ()
    request = BranchRequest(0, target, whole=given, interventions=interventions)
    bench = branch_asked(bench, step=0, parent=ROOT, given=given, request=request)
    trace = decoded(text, seed=1, given=6 if given else 0)
    return branch_arrived(bench, 1, trace)


def sentence(bench):
    said = resolve_intervention(bench).sentence
    return None if said is None else str(said)


def test_the_consequence_is_said_once_both_targets_are_complete():
    assert resolve_intervention(trace_arrived(Workbench(), decoded(ORIGINAL))) is None
    assert sentence(changed("I have a")) is None
    bench = changed(DOG)
    assert sentence(bench) == "Without this head “cat” becomes “dog”; the other words stay."
    assert bench.branches.compared == ROOT
    assert bench.selection.step == 3
    assert sentence(changed(ORIGINAL)) == "Without this head nothing changes."
    assert sentence(changed("the the big </s>")).endswith("the output becomes “the the big”.")
    assert sentence(changed("</s>")) == "Without this head nothing is written."
    every = switched_off([Site("z", "cross", layer) for layer in range(2)], "mean")
    assert sentence(changed(DOG, interventions=every)).startswith("Without these 4 heads ")


def test_of_the_same_target_its_probability_is_compared():
    said = sentence(changed(ORIGINAL, given=True))
    assert said == "Without this head the same target has log p −3.800 instead of −3.800."
    assert sentence(changed(DOG, given=True)) is None, "another one cannot be compared"


def test_a_token_that_the_user_chose_is_no_consequence():
    bench = changed(DOG)
    request = BranchRequest(3, decoded(DOG).predicted_ids[:4], interventions=OFF)
    bench = branch_asked(bench, step=3, parent=1, request=request)
    bench = branch_arrived(bench, 2, decoded("I have a big dog . </s>", given=4))
    assert resolve_intervention(bench).name == resolve_intervention(changed(DOG)).name
    assert sentence(bench) is None


def test_the_place_of_a_word_is_found_as_far_as_it_is_written_so():
    trace = dataclasses.replace(
        trace_of(source=("The", "book", "##s", "burn", "</s>")), source_text="the  books burn"
    )
    at = [place_in_text(trace, Scope("cross", token=token)) for token in range(4)]
    assert at == [(0, 3), (5, 10), (5, 10), (11, 15)]
    other = dataclasses.replace(trace, source_text="the volumes burn")
    assert place_in_text(other, Scope("cross", token=3)) == (0, 16)


def test_what_cannot_be_changed_says_why():
    bench = changed(DOG)
    for name, scope, why in (
        ("mean", Scope("cross", 0, 1), None),
        ("previous", Scope("decoder", 0), None),
        ("previous", Scope("cross", 0), "no previous token"),
        ("mean", Scope("cross", 5, 0), "no such head"),
        ("take", Scope("cross", 0, 1), None),
        ("hide", Scope("cross", 0, 1), "Point at a source word"),
        ("hide", Scope("cross", 0, 1, token=2), None),
        ("replace", Scope("cross", 0, 1, token=3), "Point at a source word"),
        ("restore", scope_in_view(bench), None),
    ):
        said = change_refusal(bench, name, scope)
        assert said is None if why is None else why in str(said)
    recorded = dataclasses.replace(bench, recorded=True)
    assert "recorded" in str(change_refusal(recorded, "mean", Scope("cross", 0, 1)))
    empty = change_refusal(Workbench(), "mean", Scope("cross"))
    assert str(empty) == "Translate a sentence first."
