"""Models by key."""

from __future__ import annotations

import pytest

from model.messages import UserError
from viz_app.jobs.shelf import Shelf


def test_a_model_is_found_under_its_key(tiny_model):
    shelf = Shelf()
    assert shelf.take(shelf.put(tiny_model)) is tiny_model


def test_a_newer_model_does_not_replace_the_one_in_use(tiny_model):
    shelf = Shelf()
    key = shelf.put(tiny_model)
    shelf.put(tiny_model.named("candidate"))
    assert shelf.take(key) is tiny_model


def test_older_models_are_let_go(tiny_model):
    shelf = Shelf()
    older, newer = shelf.put(tiny_model), shelf.put(tiny_model)
    shelf.take(newer)
    with pytest.raises(UserError, match="No model is loaded yet"):
        shelf.take(older)


def test_no_key_is_no_model():
    with pytest.raises(UserError, match="No model is loaded yet"):
        Shelf().take(None)
