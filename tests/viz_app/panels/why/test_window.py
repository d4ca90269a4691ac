"""Through the real window: candidates of a step are compared, with numbers of the network."""

import dataclasses

import pytest
import torch
from PySide6.QtCore import Qt

from model.traces.interventions import Intervention, Site
from tests.viz_app.application import settle
from viz_app.testing import all_made
from viz_app.texts.labels import decimal_number
from viz_app.texts.visible_token import visible

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


def record(panel):
    return panel.terms.picture and panel.terms.picture.record


def measured(panel):
    found = record(panel)
    return found is not None and found.measured[0] == found.measured[1]


def test_step_and_tokens_are_chosen_and_every_effect_is_measured(
    qtbot, application, panel, tiny_model
):
    trace = application.screen.now.trace
    panel.step.activated.emit(1)
    settle(qtbot, application)
    panel.other.activated.emit(3)
    settle(qtbot, application)
    qtbot.waitUntil(lambda: measured(panel))
    candidates = trace.steps[1].candidates
    expected = difference(tiny_model, trace, 1, [candidates[0].token_id, candidates[3].token_id])
    assert application.screen.now.selection.step == 1
    assert panel.summary.text().endswith(f"= {expected}.")
    assert decimal_number(record(panel).total, 4) == expected
    assert panel.step.currentText() == f"{trace.steps[1].fed} → {trace.steps[1].token}"
    assert panel.other.currentText() == candidates[3].token
    rows = record(panel).lens
    assert rows[-1].normed[0].token == candidates[0].token
    assert visible(candidates[0].token) in panel.lens.picture.say(len(rows) - 1)


def test_a_word_is_typed_and_one_that_is_no_token_is_quoted(qtbot, application, panel, tiny_model):
    trace = application.screen.now.trace
    known = {each.token_id for each in trace.steps[0].candidates}
    word = next(
        tiny_model.tgt_tokenizer.token(one)
        for one in range(4, len(tiny_model.tgt_tokenizer))
        if one not in known
    )
    panel.step.activated.emit(0)
    for text in (word, "zebra"):
        panel.other.field.selectAll()
        qtbot.keyClicks(panel.other.field, text)
        qtbot.keyClick(panel.other.field, Qt.Key.Key_Return)
        settle(qtbot, application)
        assert panel.other.currentText() == text
        if text == word:
            qtbot.waitUntil(lambda: measured(panel))
            assert record(panel).other == word
    assert "zebra" in panel.summary.text()
    assert record(panel) is None


def test_a_head_is_chosen_for_the_whole_window_by_its_bar(qtbot, application, panel):
    qtbot.waitUntil(lambda: measured(panel))
    terms = record(panel).ordered
    spot = next(index for index, term in enumerate(terms) if (term.layer, term.head) == (1, 1))
    panel.terms.picked.emit(spot)
    selection = application.screen.now.selection
    assert (selection.kind, selection.layer, selection.head) == (terms[spot].kind, 1, 1)
    assert not panel.terms.picture.can_pick(
        next(index for index, term in enumerate(terms) if term.part == "token embedding")
    )


def test_the_branch_on_screen_is_explained_under_its_interventions(
    qtbot, application, panel, tiny_model
):
    qtbot.waitUntil(lambda: measured(panel))
    before = record(panel)
    off = (Intervention(site=Site("z", "cross", 0), how="zero"),)
    tree = application.screen.now.branches
    changed = dataclasses.replace(tree.branches[0], interventions=off)
    application.screen.apply(
        lambda bench: dataclasses.replace(
            bench, branches=dataclasses.replace(tree, branches=(changed,))
        )
    )
    settle(qtbot, application)
    qtbot.waitUntil(lambda: measured(panel))
    trace = application.screen.now.trace
    ids = [tiny_model.tgt_tokenizer.vocabulary.index(name) for name in tokens_of(before)]
    expected = difference(tiny_model.under(off), trace, before.step, ids)
    assert decimal_number(record(panel).difference, 4) == expected
    assert record(panel).difference != before.difference


def tokens_of(record):
    return record.token, record.other
