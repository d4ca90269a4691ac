"""Translating in the background, without a window."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest

from model.decoding.greedy import translate
from tests.patience import PATIENCE
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.jobs.shelf import Shelf


@pytest.fixture
def controller(store, desk, shelf):
    return TranslationController(store, desk, shelf)


def wait_for_translation(qtbot, store):
    def there():
        trace = store.state.trace
        return trace is not None and trace.finished and not store.state.translating

    qtbot.waitUntil(there)


def test_the_state_gets_the_trace_that_the_model_gives(qtbot, controller, store, tiny_model):
    controller.translate("a b c")
    assert store.state.translating
    wait_for_translation(qtbot, store)
    expected = translate(tiny_model, "a b c")
    trace = store.state.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    assert not store.state.translating


def test_a_sentence_begins_anew_however_fast_it_comes(qtbot, controller, store, desk, tiny_model):
    controller.translate("a b c")
    wait_for_translation(qtbot, store)
    before = store.state.branches
    controller.translate("c b a \x00")
    all_decoded = Event()

    def last() -> Iterator[None]:
        all_decoded.set()
        yield None

    desk.submit(last, on_item=print, on_failed=print)  # its turn comes when decoding is over
    assert all_decoded.wait(PATIENCE)  # and this thread hears of nothing before that
    qtbot.waitUntil(lambda: not store.state.translating)
    assert store.state.trace.source_text == "c b a"
    assert store.state.trace.finished
    assert store.state.branches.original.trace is store.state.trace
    assert store.state.branches is not before
    assert "U+0000" in str(store.state.notice.message)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The source is empty"),
        (" \t\n", "The source is empty"),
        ("\x00\x07", "The source is empty"),
        ("a" * 10_000, "nothing in"),
        ("a " * 5_000, "has 5000 tokens; this model reads at most 23"),
        ("猫狗", "knows nothing in “猫狗”"),
        ("😀", "knows nothing in “😀”"),
        ("שלום", "knows nothing in “שלום”"),
    ],
)
def test_bad_input_is_one_sentence_and_the_session_stays(qtbot, controller, store, text, sentence):
    controller.translate("a b c")
    wait_for_translation(qtbot, store)
    before = store.state.trace
    controller.translate(text)
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.notice.level == "error"
    assert sentence in str(store.state.notice.message)
    assert store.state.trace is before
    assert not store.state.translating


def test_partly_unknown_input_is_translated_and_said(qtbot, controller, store):
    controller.translate("a \x00 😀 b")
    wait_for_translation(qtbot, store)
    sentence = str(store.state.notice.message)
    assert "U+0000" in sentence
    assert "😀" in sentence
    assert store.state.trace.source_tokens == ("a", "<unk>", "b", "</s>")


def test_a_new_sentence_replaces_the_one_under_way(qtbot, controller, store):
    controller.translate("a b c d e f g h")
    controller.translate("c")
    wait_for_translation(qtbot, store)
    assert store.state.trace.source_text == "c"


def test_cancelling_keeps_the_steps_so_far(qtbot, controller, store):
    controller.translate("a b c d e f")
    qtbot.waitUntil(lambda: store.state.trace is not None)
    controller.cancel()
    kept = store.state.trace
    controller.translate("")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert store.state.trace is kept
    assert not store.state.translating


def test_a_model_that_cannot_read_the_sentence_shows_one_of_its_own(
    qtbot, controller, store, tiny_model
):
    controller.translate("a b c")
    wait_for_translation(qtbot, store)
    summary = tiny_model.summary()
    store.apply(lambda state: dataclasses.replace(state, model=summary, source_text="猫"))
    controller.translate_again()
    sample = summary.samples[0]
    qtbot.waitUntil(
        lambda: store.state.trace is not None and store.state.trace.source_text == sample
    )
    assert "knows nothing in “猫”" in str(store.state.notice.message)


def test_without_an_accepted_model_there_is_one_sentence(qtbot, store, desk):
    controller = TranslationController(store, desk, Shelf())
    controller.translate("a")
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "No model is loaded yet" in str(store.state.notice.message)
