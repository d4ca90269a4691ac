"""Through the real window: tokens into the model, logits out of it."""

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt

from model.special_tokens import BOS_ID
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
    assert panel.parts.current() == "near"
    click(qtbot, panel.parts.button("into"))
    qtbot.waitUntil(lambda: panel.into.strips.picture is not None)
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
    place = panel.into.strips.spots().strips[2].cell_rect(1, 5).center().toPoint()
    hover(qtbot, panel.into.strips, place)
    said = window.sentence.text().replace("\u2068", "").replace("\u2069", "")
    number = float(said.rsplit(" ", 1)[1].replace("−", "-"))
    assert number == pytest.approx(embedded(embedding, ids)[1, 5], abs=1e-4)


def test_the_tab_begins_with_the_nearest_tokens(qtbot, window, panel, application, tiny_model):
    click(qtbot, panel.parts.button("near"))
    application.screen.apply(step_chosen, 1)
    click(
        qtbot,
        panel.near.tokens["source"],
        panel.near.tokens["source"].spots().boxes[2].center(),
    )
    grabbed(panel)
    trace = application.screen.now.trace
    for side, token_id in (("source", trace.source_ids[2]), ("target", trace.steps[0].token_id)):
        network = tiny_model.network
        embedding = network.src_embedding if side == "source" else network.tgt_embedding
        table = embedding.tokens.weight.detach().double().numpy()
        cosines = table @ table[token_id] / np.linalg.norm(table, axis=1)
        cosines /= np.linalg.norm(table[token_id])
        cosines[token_id] = -2.0
        (shown,) = panel.near.near[side].shown_values()
        assert shown.values[:, 0] == pytest.approx(
            np.sort(cosines)[::-1][: len(shown.rows)], abs=1e-5
        )


def test_a_position_is_chosen_for_the_whole_window(qtbot, panel, application):
    click(qtbot, panel.parts.button("out"))
    steps = panel.output.steps
    grabbed(panel)
    click(qtbot, steps, steps.spots().boxes[1].center())
    assert application.screen.now.selection.step == 1
    grabbed(panel)
    step = application.screen.now.trace.steps[1]
    shown = panel.output.picture.spots().rows.tokens
    for token, candidate in zip(shown, step.candidates, strict=False):
        assert token.probability == pytest.approx(candidate.probability, abs=1e-5)


def test_another_sentence_is_read_anew(qtbot, panel, application):
    type_and_translate(qtbot, application, "f g h")
    tokens = ("f", "g", "h", "</s>")
    state = application.screen.now
    qtbot.waitUntil(
        lambda: application.store.state.slices["embedding"].reading.source.tokens == tokens
    )
    grabbed(panel)
    assert panel.into.strips.spots().strips[0].rows == 4
    assert state.trace.source_tokens == tokens
