"""Through the real window: a model of another program, which was imported."""

import pytest

from model.checkpoint.importing import import_steps, recognise
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.application import running, said, settle, type_and_translate
from viz_app.workbench.changes.selection import option_picked

pytestmark = pytest.mark.window


def test_an_imported_model_reads_scores_and_is_looked_at(qtbot, tmp_path, one_torch_thread):
    path = tmp_path / "elsewhere" / "mine.safetensors"
    path.parent.mkdir()
    for _ in import_steps(recognise(t5_folder(tmp_path / "t5")), path):
        pass
    with running(qtbot, tmp_path, model=path) as application:
        window, shown = application.window, lambda: application.screen.now
        # it begins with a sentence that it can read
        assert (shown().model.name, shown().model.task) == ("mine", "imported")
        assert "<unk>" not in shown().trace.source_tokens
        assert "<" not in shown().source_text
        type_and_translate(qtbot, application, "a cat")
        *tokens, end = shown().trace.source_tokens
        words = "".join(f" {token}".replace(" ##", "") for token in tokens)
        assert words.replace("▁", "").split() == ["a", "cat"]  # a mark may be a piece of its own
        assert end == "</s>"
        # a target that is typed is scored
        window.timeline.room.give_target("the cat")
        qtbot.waitUntil(lambda: shown().trace.translation == "the cat")
        settle(qtbot, application)
        assert shown().trace.predicted_tokens[-1] == "</s>"
        window.timeline.room.give_target("猫")
        qtbot.waitUntil(lambda: "cannot write" in said(window))
        assert shown().trace.translation == "the cat"
        for view in ("grid", "focus", "links", "text"):
            window.rooms.attention.does(option_picked)("view", view)
            settle(qtbot, application)
            assert not window.grab().isNull()
