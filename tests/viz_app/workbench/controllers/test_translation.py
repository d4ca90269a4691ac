"""Translating in the background, without a window."""

import dataclasses
from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest

from model.decoding.greedy import translate
from model.decoding.summary import summary_of
from tests.patience import PATIENCE
from viz_app.workbench.controllers.translation import TranslationController
from viz_app.workbench.jobs.shelf import Shelf


@pytest.fixture
def controller(bench, desk, shelf):
    return TranslationController(bench, desk, shelf)


def wait_for_translation(qtbot, bench):
    def there():
        trace = bench.now.trace
        return trace is not None and trace.finished and not bench.now.translating

    qtbot.waitUntil(there)


def test_the_state_gets_the_trace_that_the_model_gives(qtbot, controller, bench, tiny_model):
    controller.translate("a b c")
    assert bench.now.translating
    wait_for_translation(qtbot, bench)
    expected = translate(tiny_model, "a b c")
    trace = bench.now.trace
    assert trace.predicted_tokens == expected.predicted_tokens
    assert np.array_equal(trace.cross_weights, expected.cross_weights)
    assert not bench.now.translating


def test_a_sentence_begins_anew_however_fast_it_comes(qtbot, controller, bench, desk, tiny_model):
    controller.translate("a b c")
    wait_for_translation(qtbot, bench)
    before = bench.now.branches
    controller.translate("c b a \x00")
    all_decoded = Event()

    def last() -> Iterator[None]:
        all_decoded.set()
        yield None

    desk.submit(last, on_item=print, on_failed=print)  # its turn comes when decoding is over
    assert all_decoded.wait(PATIENCE)  # and this thread hears of nothing before that
    qtbot.waitUntil(lambda: not bench.now.translating)
    assert bench.now.trace.source_text == "c b a"
    assert bench.now.trace.finished
    assert bench.now.branches.original.trace is bench.now.trace
    assert bench.now.branches is not before
    assert "U+0000" in str(bench.now.notice.message)


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
def test_bad_input_is_one_sentence_and_the_session_stays(qtbot, controller, bench, text, sentence):
    controller.translate("a b c")
    wait_for_translation(qtbot, bench)
    before = bench.now.trace
    controller.translate(text)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.notice.level == "error"
    assert sentence in str(bench.now.notice.message)
    assert bench.now.trace is before
    assert not bench.now.translating


def test_partly_unknown_input_is_translated_and_said(qtbot, controller, bench):
    controller.translate("a \x00 😀 b")
    wait_for_translation(qtbot, bench)
    sentence = str(bench.now.notice.message)
    assert "U+0000" in sentence
    assert "😀" in sentence
    assert bench.now.trace.source_tokens == ("a", "<unk>", "b", "</s>")


def test_a_new_sentence_replaces_the_one_under_way(qtbot, controller, bench):
    controller.translate("a b c d e f g h")
    controller.translate("c")
    wait_for_translation(qtbot, bench)
    assert bench.now.trace.source_text == "c"


def test_cancelling_keeps_the_steps_so_far(qtbot, controller, bench):
    controller.translate("a b c d e f")
    qtbot.waitUntil(lambda: bench.now.trace is not None)
    controller.cancel()
    kept = bench.now.trace
    controller.translate("")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert bench.now.trace is kept
    assert not bench.now.translating


def test_a_model_that_cannot_read_the_sentence_shows_one_of_its_own(
    qtbot, controller, bench, tiny_model
):
    controller.translate("a b c")
    wait_for_translation(qtbot, bench)
    summary = summary_of(tiny_model)
    bench.apply(dataclasses.replace, model=summary, source_text="猫")
    controller.translate_again()
    sample = summary.samples[0]
    qtbot.waitUntil(lambda: bench.now.trace is not None and bench.now.trace.source_text == sample)
    wait_for_translation(qtbot, bench)
    assert "knows nothing in “猫”" in str(bench.now.notice.message)


def test_without_an_accepted_model_there_is_one_sentence(qtbot, bench, desk):
    controller = TranslationController(bench, desk, Shelf())
    controller.translate("a")
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded yet" in str(bench.now.notice.message)
