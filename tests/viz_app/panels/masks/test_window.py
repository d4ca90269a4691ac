"""Through the real window: batches and their masks, and what a changed mask does."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import click, settle

pytestmark = pytest.mark.window


@pytest.fixture
def tab(qtbot, application, window):
    """The tab as a user finds it."""
    window.show_tab("masks")
    settle(qtbot, application)
    return window.pages["masks"].panel


def write(qtbot, application, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, application)


def own(application):
    return application.store.state.slices["masks"]


def test_the_batch_has_padding_from_the_start_and_other_sentences_when_typed(
    qtbot, application, window, tab
):
    part = tab.part("batch")
    tokens = own(application).batch.record.src_tokens
    assert tokens[0][:6] == ("a", "b", "c", "d", "e", "</s>")
    assert any("<pad>" in row for row in tokens)
    _, causal, combined, _ = part.masks.picture.masks
    assert (causal.mask != combined.mask).any()
    assert combined.padded
    write(qtbot, application, part.editor.rows[1].field, "p q")
    click(qtbot, part.add)
    write(qtbot, application, part.editor.rows[2].field, "g")
    assert own(application).batch.record.src_tokens == (
        ("a", "b", "c", "d", "e", "</s>"),
        ("p", "q", "</s>", "<pad>", "<pad>", "<pad>"),
        ("g", "</s>", *["<pad>"] * 4),
    )
    write(qtbot, application, part.editor.rows[1].field, "7")
    qtbot.waitUntil(window.notices.isVisible)
    assert "knows no token in" in window.notices.text()
    assert len(own(application).batch.record.src_tokens) == 2


def test_a_masked_key_gets_no_weight_and_one_click_brings_it_back(qtbot, application, tab):
    click(qtbot, tab.views.button("change"))
    settle(qtbot, application)
    tab.grab()
    part, before = tab.part("change"), application.screen.now.trace
    part.tiles.setFocus()
    for key in ("Home", "Right", "Right", "Return"):
        qtbot.keyClick(part.tiles, Qt.Key[f"Key_{key}"])
    settle(qtbot, application)
    weights = own(application).changed_head.result.after.weights
    kept = np.delete(before.cross_weights[0, 0, 0], 2)
    assert weights[0, 2] == 0
    assert np.delete(weights[0], 2) == pytest.approx(kept / kept.sum(), abs=1e-5)
    assert own(application).altered.result.finished
    click(qtbot, part.back)
    settle(qtbot, application)
    assert not own(application).edits
    assert application.screen.now.trace is before
