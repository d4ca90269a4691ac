"""Models by key."""

import weakref

import pytest

from model.messages import UserError
from tests.viz_app.panels.training.jobs.small_training import small_run
from viz_app.workbench.jobs.shelf import Shelf


def test_a_model_is_found_under_its_key(tiny_model):
    shelf = Shelf()
    assert shelf.take(shelf.put(tiny_model)) is tiny_model


def test_a_newer_model_does_not_replace_the_one_in_use(tiny_model):
    shelf = Shelf()
    key = shelf.put(tiny_model)
    shelf.put(tiny_model.named("candidate"))
    assert shelf.take(key) is tiny_model


def test_models_that_nothing_leads_back_to_are_let_go(tiny_model):
    shelf = Shelf()
    before, forgotten, now, coming = (shelf.put(tiny_model) for _ in range(4))
    shelf.keep(frozenset({before, now}), heard=now)
    for key in (before, now, coming):
        assert shelf.take(key) is tiny_model
    with pytest.raises(UserError, match="No model is loaded yet"):
        shelf.take(forgotten)


def test_a_model_that_was_taken_back_for_good_is_let_go_too(tiny_model):
    shelf = Shelf()
    before, taken_back = shelf.put(tiny_model), shelf.put(tiny_model)
    shelf.keep(frozenset({before}), heard=taken_back)
    with pytest.raises(UserError, match="No model is loaded yet"):
        shelf.take(taken_back)


def test_no_key_is_no_model():
    with pytest.raises(UserError, match="No model is loaded yet"):
        Shelf().take(None)


def test_a_run_under_way_is_found_by_its_id_until_it_ends():
    shelf, run = Shelf(), small_run()
    shelf.begin_training("reverse-1", run)
    shelf.begin_training("copy-1", other := small_run())
    assert shelf.in_training("reverse-1") is run
    shelf.end_training("reverse-1")
    assert shelf.in_training("copy-1") is other
    with pytest.raises(UserError, match="'reverse-1' has no model to use now"):
        shelf.in_training("reverse-1")


def test_the_end_of_a_run_that_never_lay_here_is_nothing():
    shelf = Shelf()
    shelf.end_training("an-experiment")
    with pytest.raises(UserError, match="'an-experiment'"):
        shelf.in_training("an-experiment")


def test_a_run_under_way_is_no_model_with_a_key(tiny_model):
    shelf = Shelf()
    key = shelf.put(tiny_model)
    shelf.begin_training("copy-1", small_run())
    assert shelf.take(key) is tiny_model
    assert shelf.put(tiny_model) == key + 1


def test_weights_that_were_loaded_twice_are_there_once(tiny_model):
    shelf, again = Shelf(), tiny_model.copied_to(tiny_model.device)
    one = shelf.take(shelf.put_loaded(tiny_model, "c0ffee"))
    other = shelf.take(shelf.put_loaded(again.named("copy of it"), "c0ffee"))
    assert (one.name, other.name) == (tiny_model.name, "copy of it")
    assert one.network is other.network is tiny_model.network


def test_other_weights_are_others(tiny_model):
    shelf, other = Shelf(), tiny_model.copied_to(tiny_model.device)
    shelf.put_loaded(tiny_model, "c0ffee")
    assert shelf.take(shelf.put_loaded(other, "decaf")) is other


def test_what_was_loaded_is_not_kept_for_the_next_time(tiny_model):
    shelf = Shelf()
    copies = [tiny_model.copied_to(tiny_model.device) for _ in range(2)]
    networks = [weakref.ref(copy.network) for copy in copies]
    key = shelf.put_loaded(copies.pop(0), "c0ffee")
    assert shelf.keep(frozenset(), heard=key)
    assert networks[0]() is None
    assert shelf.take(shelf.put_loaded(copies[0], "c0ffee")) is copies[0]
