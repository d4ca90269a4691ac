"""Through the real window: tokens into the model, logits out of it, teacher forcing."""

import re

import pytest
import torch
from PySide6.QtCore import Qt

from model.decoding.batches import IdPair, make_batch
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from tests.viz_app.application import click, type_and_translate
from tests.viz_app.on_screen import grabbed
from tests.viz_app.probes import hover
from viz_app.testing import all_made
from viz_app.workbench.changes.selection import step_chosen

pytestmark = pytest.mark.window

RIGHT = Qt.Key.Key_Right


@pytest.fixture
def panel(qtbot, application, window):
    """The tab as a user finds it, with the answer of the worker."""
    window.show_tab("embedding")
    all_made(qtbot, window)
    panel = window.pages["embedding"].panel
    qtbot.waitUntil(lambda: panel.into.strips.layout_now() is not None)
    return panel


def embedded(embedding, ids):
    with torch.no_grad():
        return embedding(torch.tensor([ids]))[0].numpy()


@pytest.mark.parametrize("side", ["source", "target"])
def test_the_number_under_the_mouse_is_what_the_network_embeds(
    qtbot, window, panel, application, tiny_model, side
):
    application.screen.apply(step_chosen, 1)
    click(qtbot, panel.sides.button(side))
    trace = application.screen.now.trace
    network, ids = tiny_model.network, trace.source_ids
    embedding = network.src_embedding
    if side == "target":
        embedding, ids = network.tgt_embedding, [BOS_ID, *(s.token_id for s in trace.steps[:-1])]
    grabbed(panel)
    place = panel.into.strips.layout_now().strips[2].cell_rect(1, 5).center().toPoint()
    hover(qtbot, panel.into.strips, place)
    said = window.sentence.text().replace("\u2068", "").replace("\u2069", "")
    number = float(said.rsplit(" ", 1)[1].replace("−", "-"))
    assert number == pytest.approx(embedded(embedding, ids)[1, 5], abs=1e-4)


def test_a_position_is_chosen_for_the_whole_window(qtbot, panel, application):
    click(qtbot, panel.parts.button("out"))
    steps = panel.output.steps
    grabbed(panel)
    click(qtbot, steps, steps.layout_now().boxes[1].center())
    assert application.screen.now.selection.step == 1
    grabbed(panel)
    step = application.screen.now.trace.steps[1]
    shown = panel.output.picture.rows().tokens
    for token, candidate in zip(shown, step.candidates, strict=False):
        assert token.probability == pytest.approx(candidate.probability, abs=1e-5)


def test_the_masked_mean_is_torchs_and_a_target_can_be_typed(qtbot, panel, tiny_model):
    click(qtbot, panel.parts.button("forcing"))
    part = panel.forcing
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


def test_a_target_that_the_model_cannot_write_is_said(qtbot, panel, window):
    click(qtbot, panel.parts.button("forcing"))
    qtbot.keyClicks(panel.forcing.target, "zebra")
    qtbot.keyClick(panel.forcing.target, Qt.Key.Key_Return)
    qtbot.waitUntil(window.notices.isVisible)
    assert "zebra" in window.notices.sentence.text()


def test_another_sentence_is_read_anew(qtbot, panel, application):
    type_and_translate(qtbot, application, "f g h")
    tokens = ("f", "g", "h", "</s>")
    state = application.screen.now
    qtbot.waitUntil(
        lambda: application.store.state.slices["embedding"].reading.source.tokens == tokens
    )
    grabbed(panel)
    assert panel.into.strips.layout_now().strips[0].rows == 4
    assert state.trace.source_tokens == tokens
