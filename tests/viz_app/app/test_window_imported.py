"""Through the real window: a model of another program, which was imported."""

import pytest

from model.checkpoint.importing import import_steps, recognise
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.application import running, said, settle, type_and_translate

pytestmark = pytest.mark.window


@pytest.fixture
def imported(tmp_path):
    path = tmp_path / "elsewhere" / "mine.safetensors"
    path.parent.mkdir()
    for _ in import_steps(recognise(t5_folder(tmp_path / "t5")), path):
        pass
    return path


@pytest.fixture
def application(qtbot, tmp_path, imported, one_torch_thread):
    with running(qtbot, tmp_path, model=imported) as application:
        yield application


def test_it_begins_with_a_sentence_that_it_can_read(application):
    state = application.screen.now
    assert (state.model.name, state.model.task) == ("mine", "imported")
    assert "<unk>" not in state.trace.source_tokens
    assert "<" not in state.source_text


def test_its_pieces_are_shown_as_ours(qtbot, application):
    type_and_translate(qtbot, application, "a cat")
    assert application.screen.now.trace.source_tokens[-1] == "</s>"
    tokens = application.screen.now.trace.source_tokens[:-1]
    words = "".join(f" {token}".replace(" ##", "") for token in tokens)
    assert words.replace("▁", "").split() == ["a", "cat"]  # a mark may be a piece of its own


def test_a_target_that_is_typed_is_what_is_scored(qtbot, application):
    application.window.timeline.room.give_target("the cat")
    qtbot.waitUntil(lambda: application.screen.now.trace.translation == "the cat")
    settle(qtbot, application)
    assert application.screen.now.trace.predicted_tokens[-1] == "</s>"
    application.window.timeline.room.give_target("猫")
    qtbot.waitUntil(lambda: "cannot write" in said(application.window))
    assert application.screen.now.trace.translation == "the cat"


def test_a_branch_leaves_at_another_candidate(qtbot, application):
    trace = application.screen.now.trace
    other = trace.steps[0].candidates[1]
    application.window.timeline.room.branch(0, other.token_id)
    settle(qtbot, application)
    assert application.screen.now.trace.steps[0].token == other.token


@pytest.mark.parametrize("name", ["grid", "focus", "links", "text"])
def test_every_look_at_its_attention_opens(qtbot, application, name):
    application.window.attention.intents.option_picked.emit("view", name)
    settle(qtbot, application)
    assert not application.window.grab().isNull()
