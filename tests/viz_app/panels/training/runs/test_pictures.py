import torch

import model.runs.presets
import model.text.tasks
from tests.viz_app.probes import marked_language
from viz_app.panels.training.runs.pictures import (
    PRESETS,
    TASKS,
    field_texts,
    preset_text,
    task_text,
)

# ------------------------------------------------------------------------------ test configuration


def test_label_smoothing_gives_its_share_to_the_right_token_too():
    """As the tip says: the target's distribution is read from the loss's gradient at 0."""
    _, tip = field_texts()["label_smoothing"]
    assert "all tokens, including the correct one" in tip
    logits = torch.zeros(1, 5, requires_grad=True)
    torch.nn.functional.cross_entropy(logits, torch.tensor([2]), label_smoothing=0.1).backward()
    asked = torch.softmax(logits.detach(), -1) - logits.grad
    assert torch.allclose(asked, torch.tensor([[0.02, 0.02, 0.92, 0.02, 0.02]]), atol=1e-6)


def test_the_warm_up_says_how_long_it_can_be():
    assert "at most half" in field_texts()["warmup"][1]


# -------------------------------------------------------------------------------- test known names


def test_every_task_and_preset_has_a_name_to_translate():
    assert (*model.text.tasks.TASKS, model.text.tasks.MIRROR) == TASKS
    assert tuple(model.runs.presets.PRESETS) == PRESETS


def test_known_names_are_translated_and_others_are_not(qapp):
    assert [task_text("copy"), preset_text("tiny")] == ["copy", "tiny"]
    with marked_language():
        assert [task_text("copy"), preset_text("tiny")] == ["«copy»", "«tiny»"]
        assert [task_text("mine"), preset_text("mine")] == ["mine", "mine"]
