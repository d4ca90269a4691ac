"""Through the real window: a decoder alone goes on with a prompt."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.viz_app.application import press, running, said, settle, type_and_translate
from viz_app.app.undo import undone
from viz_app.workbench.changes.translation import repetition_told


@pytest.fixture
def prompted(qtbot, tmp_path, one_torch_thread):
    """The window with a decoder alone, after its sample."""
    path = tmp_path / "gpt.safetensors"
    save_checkpoint(one_stack.gpt(), path)
    with running(qtbot, tmp_path, model=path) as application:
        yield application


def chips(application):
    line, *_ = application.window.timeline.tokens.layout_now().lines
    return [chip.token for chip in line]


def test_a_prompt_is_gone_on_with_step_by_step(qtbot, prompted):
    window = prompted.window
    assert window.header.button.text() == "Generate"
    assert window.header.source.accessibleName() == "Prompt"
    assert "prompt" in window.header.source.placeholderText()
    type_and_translate(qtbot, prompted, "the dog has")
    trace = prompted.screen.now.trace
    given = [step.given for step in trace.steps]
    assert given[:3] == [True, True, True] or sum(given) > 3
    assert trace.translation.startswith("the dog has")
    assert chips(prompted) == list(trace.predicted_tokens)
    assert not trace.steps[prompted.screen.now.selection.step].given
    press(qtbot, window.timeline.tokens, Qt.Key.Key_Home)
    assert prompted.screen.now.selection.step == 0
    assert window.timeline.translation.caption.text() == "Text"


def test_a_prompt_branches_and_that_is_taken_back(qtbot, prompted):
    bench = prompted.screen.now
    last = len(bench.trace.steps) - 1
    other = bench.trace.steps[last].candidates[1]
    prompted.window.timeline.room.branch(last, other.token_id)
    settle(qtbot, prompted)
    assert prompted.screen.now.trace.steps[last].token_id == other.token_id
    prompted.store.apply(undone)
    settle(qtbot, prompted)
    assert prompted.screen.now.trace.steps[last].token_id == bench.trace.steps[last].token_id


def test_an_empty_prompt_is_called_a_prompt(qtbot, prompted):
    prompted.window.header.translate_this("")
    qtbot.waitUntil(lambda: "The prompt is empty" in said(prompted.window))


def test_a_prompt_in_a_circle_is_called_a_text(prompted):
    trace = prompted.screen.now.trace
    circle = dataclasses.replace(trace, translation="on and on " * 9)
    bench = repetition_told(prompted.bench.now, circle)
    assert bench.notice.message.template.startswith("The text repeats itself")


def test_a_part_of_a_character_is_shown_as_its_byte(qtbot, prompted):
    tokenizer, trace = one_stack.gpt().tgt_tokenizer, prompted.screen.now.trace
    half = tokenizer.encode("猫").ids[0]
    timeline = prompted.window.timeline
    timeline.room.fold(False)
    timeline.room.branch(len(trace.steps) - 2, half)
    settle(qtbot, prompted)
    (table, _) = timeline.shown_values()
    assert "<0xE7>" in chips(prompted)[-2] and "<0xE7>" in table.rows[-2]
    assert "<0xE7>" in timeline.translation.text.text()
    everything = [label.text() for label in prompted.window.findChildren(QLabel)]
    assert not any("\ufffd" in text for text in (*everything, *table.rows, *chips(prompted)))
