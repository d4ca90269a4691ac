"""Cards and histories by id; what changes one, changes the other."""

import dataclasses

import pytest

from tests.viz_app.runs_on_disk import card_of, curve_points
from viz_app.panels.training.state.runs import RunHistory, RunsState, with_card, with_history

A, B, C = (card_of(name) for name in "abc")


@pytest.fixture
def runs():
    """Two runs, of which the second is read."""
    read = RunHistory(card=B, curve=curve_points(3))
    return RunsState(cards=(A, B), shown="b", histories=(read,))


def test_cards_and_histories_are_found_by_their_ids(runs):
    assert runs.card("a") is A
    assert runs.history("b").curve == curve_points(3)
    for unknown in ("c", "", None):
        assert runs.card(unknown) is None
        assert runs.history(unknown) is None
    assert runs.history("a") is None


def test_a_new_card_comes_first(runs):
    assert with_card(runs, C).cards == (C, A, B)
    assert with_card(runs, C).histories == runs.histories


def test_a_changed_card_keeps_its_place_and_reaches_its_history(runs):
    renamed = dataclasses.replace(B, name="mine")
    changed = with_card(runs, renamed)
    assert changed.cards == (A, renamed)
    assert changed.history("b") == RunHistory(card=renamed, curve=curve_points(3))
    assert changed.shown == "b"


def test_a_new_history_is_beside_the_others(runs):
    history = RunHistory(card=A, curve=curve_points(1))
    changed = with_history(runs, history)
    assert changed.history("a") is history
    assert changed.history("b") == runs.history("b")
    assert changed.cards == (A, B)


def test_a_history_of_a_run_that_is_not_listed_lists_it(runs):
    assert with_history(runs, RunHistory(card=C)).cards == (C, A, B)


def test_a_history_that_has_grown_takes_its_place_with_its_card(runs):
    grown = RunHistory(card=dataclasses.replace(B, update=9), curve=curve_points(9))
    changed = with_history(runs, grown)
    assert changed.histories == (grown,)
    assert changed.card("b").update == 9
