"""Through the real window: type, translate, stop; what is shown is what the model says."""

import pytest
from PySide6.QtCore import Qt

from model.decoding.greedy import translate
from model.traces.summary import repetition_of
from tests.viz_app.application import (
    CTRL,
    click,
    press,
    running,
    said,
    settle,
    type_and_translate,
    type_source,
    wait_for_translation,
)
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window

ENDLESS = "a b c d e f g h " * 40


def test_a_typed_sentence_is_translated_by_the_model(qtbot, application, tiny_model):
    type_and_translate(qtbot, application, "q r s t")
    expected = translate(tiny_model, "q r s t")
    focus = application.window.attention.focus
    for column, token in enumerate(["q", "r", "s", "t", "</s>"]):
        sentence = focus.picture.say(Cell(0, column))
        assert token in sentence
        assert f"{expected.cross_weights[0, 0, 0, column]:.4f}" in sentence


def test_the_button_and_ctrl_return_translate(qtbot, application, window, tiny_model):
    first = translate(tiny_model, "a b c d e")
    assert application.screen.now.trace.predicted_tokens == first.predicted_tokens
    type_source(qtbot, window, "g h i")
    click(qtbot, window.header.button)
    wait_for_translation(qtbot, application, "g h i")
    assert window.timeline.translation.text.text() == translate(tiny_model, "g h i").translation
    type_source(qtbot, window, "i h g")
    press(qtbot, window.header.source, Qt.Key.Key_Return, CTRL)
    wait_for_translation(qtbot, application, "i h g")


@pytest.fixture
def endless(qtbot, tmp_path, endless_checkpoint):
    """An application with a decode under way that would go on for seconds."""
    with running(qtbot, tmp_path, model=endless_checkpoint, text="a b") as application:
        source = application.window.header.source
        source.setText(ENDLESS)
        qtbot.keyClick(source, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: len(steps_of(application, ENDLESS)) > 0)
        yield application


def steps_of(application, text):
    """The decoded steps of a sentence."""
    trace = application.screen.now.trace
    return trace.steps if trace.source_text == text.strip() else ()


@pytest.mark.parametrize("by_key", [False, True])
def test_a_long_decode_is_stopped_and_the_steps_so_far_stay(qtbot, endless, by_key):
    button = endless.window.header.button
    if by_key:
        press(qtbot, endless.window.header.source, Qt.Key.Key_Period, CTRL)
    else:
        qtbot.waitUntil(lambda: button.text() == "Stop")
        click(qtbot, button)
    assert_stopped(qtbot, endless)


def assert_stopped(qtbot, application):
    """Nothing is decoded any more; what was decoded is on screen; the window is of use."""
    window, steps = application.window, steps_of(application, ENDLESS)
    assert not application.screen.now.translating
    assert window.header.button.text() == "Translate"
    assert 0 < len(steps) < 2 * len(ENDLESS.split())
    assert f"of {len(steps)}" in window.timeline.step_label.text()
    type_and_translate(qtbot, application, "c d")


def test_a_decode_that_runs_in_circles_is_said_to_do_so(qtbot, tmp_path, endless_checkpoint):
    """Its model never stops: it says the same again and again until there is no room left."""
    with running(qtbot, tmp_path, model=endless_checkpoint, text="a b") as application:
        type_and_translate(qtbot, application, "a b c")
        settle(qtbot, application)
        trace, text = application.screen.now.trace, said(application.window)
        found = repetition_of(trace.translation, trace.source_text)
        assert found is not None
        assert (
            f"The translation repeats itself: “{found.phrase}” occurs {found.times} times" in text
        )
        click(qtbot, application.window.notices.close_button)
        line = application.window.timeline.translation
        line.edit_target()
        line.text.setText("q q q q")
        qtbot.keyClick(line.text, Qt.Key.Key_Return)
        settle(qtbot, application)
        assert application.screen.now.trace.translation == "q q q q"
        assert said(application.window) == ""  # what the user gives is the user's own
