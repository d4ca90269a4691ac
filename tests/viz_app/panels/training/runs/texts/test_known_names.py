import model.runs.presets
import model.text.tasks
from tests.viz_app.probes import marked_language
from viz_app.panels.training.runs.texts.known_names import PRESETS, TASKS, preset_text, task_text


def test_every_task_and_preset_has_a_name_to_translate():
    assert (*model.text.tasks.TASKS, model.text.tasks.MIRROR) == TASKS
    assert tuple(model.runs.presets.PRESETS) == PRESETS


def test_known_names_are_translated_and_others_are_not(qapp):
    assert [task_text("copy"), preset_text("tiny")] == ["copy", "tiny"]
    with marked_language():
        assert [task_text("copy"), preset_text("tiny")] == ["«copy»", "«tiny»"]
        assert [task_text("mine"), preset_text("mine")] == ["mine", "mine"]
