"""Through the real window: batches and their masks, and what a changed mask does."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import load_checkpoint
from tests.viz_app.application import click, settle
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window


@pytest.fixture
def tab(qtbot, application, window):
    """The tab as a user finds it."""
    window.show_tab("masks")
    settle(qtbot, application)
    return window.pages["masks"].panel


def show(qtbot, application, tab, view):
    click(qtbot, tab.views.button(view))
    settle(qtbot, application)
    tab.grab()
    return tab.part(view)


def write(qtbot, application, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, application)


def record(application):
    return application.store.state.slices["masks"].batch.record


def test_the_batch_has_padding_from_the_start(application, tab):
    tokens = record(application).src_tokens
    assert tokens[0][:6] == ("a", "b", "c", "d", "e", "</s>")
    assert any("<pad>" in row for row in tokens)


def test_causal_and_combined_differ_from_the_start(application, tab):
    tab.grab()
    _, causal, combined, _ = tab.part("batch").masks.picture.masks
    assert (causal.mask != combined.mask).any()
    assert combined.padded


def test_another_second_sentence_is_padded(qtbot, application, tab):
    write(qtbot, application, tab.part("batch").editor.row(1).field, "p q")
    assert record(application).src_tokens == (
        ("a", "b", "c", "d", "e", "</s>"),
        ("p", "q", "</s>", "<pad>", "<pad>", "<pad>"),
    )
    assert record(application).source_padding.tolist() == [[True] * 6, [True] * 3 + [False] * 3]


def test_a_third_sentence(qtbot, application, tab):
    part = tab.part("batch")
    click(qtbot, part.add)
    write(qtbot, application, part.editor.row(2).field, "g")
    assert len(record(application).src_tokens) == 3
    assert record(application).src_tokens[2][:2] == ("g", "</s>")


def test_a_sentence_that_cannot_be_read_is_said_and_the_batch_stays_whole(
    qtbot, application, window, tab
):
    write(qtbot, application, tab.part("batch").editor.row(1).field, "7")
    qtbot.waitUntil(window.notices.isVisible)
    assert "knows no token in" in window.notices.text()
    assert any("<pad>" in row for row in record(application).src_tokens)


def flip(qtbot, application, part, cell):
    """Reach a cell of the mask with the keyboard, and press Enter."""
    part.tiles.setFocus()
    qtbot.keyClick(part.tiles, Qt.Key.Key_Home)
    for _ in range(cell.row):
        qtbot.keyClick(part.tiles, Qt.Key.Key_Down)
    for _ in range(cell.column):
        qtbot.keyClick(part.tiles, Qt.Key.Key_Right)
    qtbot.keyClick(part.tiles, Qt.Key.Key_Return)
    settle(qtbot, application)


def test_a_masked_key_gets_no_weight_and_one_click_brings_it_back(qtbot, application, tab):
    part = show(qtbot, application, tab, "change")
    before = application.screen.now.trace
    flip(qtbot, application, part, Cell(0, 2))
    weights = application.store.state.slices["masks"].changed_head.result.after.weights
    usual = before.cross_weights[0, 0, 0]
    assert weights[0, 2] == 0
    kept = np.delete(usual, 2)
    assert np.delete(weights[0], 2) == pytest.approx(kept / kept.sum(), abs=1e-5)
    click(qtbot, part.back)
    settle(qtbot, application)
    assert not application.store.state.slices["masks"].edits
    assert application.screen.now.trace is before


def test_the_translation_under_a_changed_mask_is_that_of_a_forward_pass(
    qtbot, application, tab, tiny_checkpoint
):
    import torch

    part = show(qtbot, application, tab, "change")
    flip(qtbot, application, part, Cell(0, 1))
    altered = application.store.state.slices["masks"].altered.result
    model = load_checkpoint(tiny_checkpoint)
    source = torch.tensor([application.screen.now.trace.source_ids])
    mask = torch.ones(1, 1, 1, source.size(1), dtype=torch.bool)
    cross = mask.clone()
    cross[..., 1] = False
    with model.evaluating() as network:
        memory = network.project_memory(network.encode(source, mask).memory)
        logits = network.decode(torch.tensor([[1]]), memory, tgt_mask=None, src_mask=cross).logits[
            0, -1
        ]
    assert altered.steps[0].token_id == int(logits.argmax())
    assert altered.steps[0].log_probability == pytest.approx(
        float(logits.log_softmax(-1).max()), abs=1e-5
    )
