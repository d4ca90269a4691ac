"""Through the real window: candidates of a step are compared, with numbers of the network."""

import pytest
import torch

from tests.viz_app.application import settle
from viz_app.testing import all_made
from viz_app.texts.labels import decimal_number

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, window):
    window.show_tab("why")
    all_made(qtbot, window)
    panel = window.pages["why"].panel
    qtbot.waitUntil(lambda: panel.terms.picture is not None)
    return panel


def difference(model, trace, step, tokens):
    src, tgt = torch.tensor([trace.source_ids]), torch.tensor([trace.fed_ids[: step + 1]])
    with model.evaluating() as network:
        logits = network(src, tgt)[0, -1]
    return decimal_number(float(logits[tokens[0]] - logits[tokens[1]]), 4)


def test_step_and_tokens_are_chosen_and_every_effect_is_measured(
    qtbot, application, panel, tiny_model
):
    trace = application.screen.now.trace
    panel.step.activated.emit(1)
    panel.other.activated.emit(3)
    settle(qtbot, application)
    record = lambda: panel.terms.picture and panel.terms.picture.record  # noqa: E731
    qtbot.waitUntil(lambda: record() is not None and record().measured[0] == record().measured[1])
    candidates = trace.steps[1].candidates
    expected = difference(tiny_model, trace, 1, [candidates[0].token_id, candidates[3].token_id])
    assert application.screen.now.selection.step == 1
    assert panel.summary.text().count(expected) == 2  # the difference, and the sum of its terms
    assert panel.step.currentText() == f"{trace.steps[1].fed} → {trace.steps[1].token}"
    assert panel.lens.picture.best(len(record().lens) - 1)[0].token == candidates[0].token
    panel.normed.click()
    settle(qtbot, application)
    assert not panel.lens.picture.normed
