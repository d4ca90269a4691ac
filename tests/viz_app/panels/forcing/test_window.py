"""Through the real window: the losses of teacher forcing, beside what trains."""

import re

import pytest
import torch
from PySide6.QtCore import Qt

from model.decoding.batches import IdPair, make_batch
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from viz_app.testing import all_made

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, window):
    """The tab as a user finds it, with the answer of the worker."""
    window.show_tab("forcing")
    all_made(qtbot, window)
    return window.pages["forcing"].panel


def test_the_masked_mean_is_torchs_and_a_target_can_be_typed(qtbot, panel, tiny_model):
    part = panel.part
    qtbot.waitUntil(lambda: "counted positions" in part.sums.text())
    before = part.sums.text()
    qtbot.keyClicks(part.target, "a b c")
    qtbot.keyClick(part.target, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: part.sums.text() != before)
    src, tgt = tiny_model.src_tokenizer, tiny_model.tgt_tokenizer
    pairs = [
        IdPair((*src.encode("a b c d e").ids, EOS_ID), (BOS_ID, *tgt.encode("a b c").ids, EOS_ID)),
        IdPair((*src.encode("a b").ids, EOS_ID), (BOS_ID, *tgt.encode("b a").ids, EOS_ID)),
    ]
    batch = make_batch(pairs, torch.device("cpu"))
    with torch.no_grad():
        logits = tiny_model.network(batch.src, batch.tgt_in).flatten(0, 1)
    ignoring = torch.nn.CrossEntropyLoss(ignore_index=PAD_ID)(logits, batch.tgt_out.flatten())
    counting = torch.nn.CrossEntropyLoss()(logits, batch.tgt_out.flatten())
    shown = [float(number) for number in re.findall(r"([\d.]+) nats", part.sums.text())]
    assert shown == pytest.approx([float(ignoring), float(counting)], abs=1e-4)
