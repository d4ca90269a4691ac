"""Heads and words changed in the window, against an own run of the network with own hooks."""

import numpy as np
import pytest
import torch
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import load_checkpoint
from model.checkpoint.locations import SHIPPED_FOLDER
from model.decoding.greedy import translate
from model.decoding.sweep import encoded_pairs, sample_steps
from model.special_tokens import BOS_ID, EOS_ID
from model.steps import run_through
from model.traces.interventions import Intervention, Site
from tests.viz_app.application import (
    ALT,
    CTRL,
    press,
    running,
    said,
    settle,
    type_and_translate,
)
from viz_app.app.session_state import session_of, with_session
from viz_app.app.undo import next_steps
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.changes.selection import cell_picked, head_picked
from viz_app.workbench.state import ROOT, Cell

pytestmark = pytest.mark.window

TEXT = "The cat chased the dog."
SHIFT = Qt.KeyboardModifier.ShiftModifier
HEAD = (2, 2)
"""Cross 3·3: without it the tense changes."""


@pytest.fixture(scope="module")
def model(one_torch_thread):
    return load_checkpoint(SHIPPED_FOLDER / "passive.safetensors")


@pytest.fixture
def application(qtbot, tmp_path):
    path = SHIPPED_FOLDER / "passive.safetensors"
    with running(qtbot, tmp_path, model=path, text=TEXT) as application:
        application.screen.apply(head_picked, "cross", *HEAD)
        yield application


# ----------------------------------------------------------------------------- the network itself


def output_module(model, layer):
    return model.network.layers("decoder")[layer].cross.w_o


def part_of(model, head):
    return slice(head * model.config.d_k, (head + 1) * model.config.d_k)


def mean_output(model, layer, head):
    """Over all tokens of the stated sample, each pair alone."""
    rows = []
    hook = output_module(model, layer).register_forward_pre_hook(
        lambda _, args: rows.append(args[0][0, :, part_of(model, head)])
    )
    with torch.no_grad():
        for pair in encoded_pairs(model, run_through(sample_steps(model)).pairs):
            model.network(torch.tensor([pair.src]), torch.tensor([pair.tgt[:-1]]))
    hook.remove()
    return torch.cat(rows).mean(dim=0)


def written(model, *changes, text=TEXT, hidden=()):
    """The greedy target, whole passes only; each change is a layer, a head and its output."""

    def replaced(head, value):
        def hook(_, args):
            output = args[0].clone()
            output[..., part_of(model, head)] = value
            return (output, *args[1:])

        return hook

    source = model.prepared(text)
    src, ids = torch.tensor([source.ids]), [BOS_ID]
    seen = torch.tensor([[[[column not in hidden for column in range(len(source.ids))]]]])
    hooks = [
        output_module(model, layer).register_forward_pre_hook(replaced(head, value))
        for layer, head, value in changes
    ]
    with torch.no_grad():
        memory = model.network.project_memory(model.network.encode(src, seen).memory)
        while ids[-1] != EOS_ID and len(ids) < 40:
            tgt = torch.tensor([ids])
            causal = torch.ones(1, 1, len(ids), len(ids), dtype=torch.bool).tril()
            decoded = model.network.decode(tgt, memory, tgt_mask=causal, src_mask=seen)
            ids.append(int(decoded.logits[0, -1].argmax()))
    for hook in hooks:
        hook.remove()
    return tuple(ids[1:])


# ------------------------------------------------------------------------------------- the window


def branch(application):
    return application.screen.now.branches.current_branch


def line(application):
    return application.window.interventions


def do(qtbot, application, key, modifiers=Qt.KeyboardModifier.NoModifier):
    press(qtbot, application.window.attention.mosaic, key, modifiers)
    settle(qtbot, application)


def menu_at(qtbot, application, widget, point):
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, point, widget.mapToGlobal(point)))
    return application.work.taking.exporter.menu


def choose(qtbot, application, menu, text):
    (action,) = (one for one in menu.actions() if one.text().replace("&", "") == text)
    assert action.isEnabled(), action.toolTip()
    action.trigger()
    menu.close()
    settle(qtbot, application)


def test_x_switches_the_head_in_view_off_and_on_again(qtbot, application, model):
    original = branch(application)
    assert not line(application).isVisible()
    do(qtbot, application, Qt.Key.Key_X)
    changed = branch(application)
    assert changed.token_ids == written(model, (*HEAD, mean_output(model, *HEAD)))
    assert changed.token_ids != original.token_ids == written(model)
    assert line(application).isVisible()
    assert line(application).chip.text() == "without cross 3·3"
    sentence = "Without this head “was” becomes “is”; the other words stay."
    assert line(application).sentence.text() == sentence
    assert line(application).way.current() == "free"
    tree = application.screen.now.branches
    assert (tree.compared, changed.parent) == (ROOT, ROOT), "beside the original at once"
    assert application.screen.now.selection.step == 2, "where “was” was written"
    rows = application.window.timeline.branches
    assert (
        without_isolates(rows.topLevelItem(0).child(0).text(0))
        == "without cross 3·3 · The dog is chased by the cat."
    )
    assert str(next_steps(application.store.state)[0]) == "without cross 3·3"
    application.work.undo.undo()
    settle(qtbot, application)
    assert len(application.screen.now.branches.branches) == 1
    application.work.undo.redo()
    settle(qtbot, application)
    assert branch(application).interventions == changed.interventions
    do(qtbot, application, Qt.Key.Key_X)
    assert branch(application).id == ROOT
    assert application.screen.now.branches.compared is None
    assert not line(application).isVisible()


def test_that_nothing_changes_is_counted_head_by_head(qtbot, application, model):
    application.screen.apply(head_picked, "cross", 0, 4)
    do(qtbot, application, Qt.Key.Key_X, SHIFT)
    qtbot.waitUntil(lambda: application.screen.now.removable is not None)
    before, heads = written(model), model.config.n_heads
    alone = sum(
        written(model, (layer, head, 0)) == before for layer in range(3) for head in range(heads)
    )
    assert line(application).chip.text() == "without cross 1·5 (zero)"
    assert line(application).sentence.text() == (
        f"Nothing changes: {alone} of the 24 cross heads can each be removed alone."
    )
    assert alone < 24


def test_changes_add_up_in_any_order_and_go_at_once(qtbot, application, model):
    heads = (HEAD, (0, 4))
    for layer, head in heads:  # the second before the first branch is there
        application.screen.apply(head_picked, "cross", layer, head)
        press(qtbot, application.window.attention.mosaic, Qt.Key.Key_X)
    settle(qtbot, application)
    both = branch(application)
    means = [(*head, mean_output(model, *head)) for head in heads]
    assert both.token_ids == written(model, *means)
    assert line(application).chip.text() == "without cross 1·5, 3·3"
    assert line(application).sentence.text().startswith("Without these 2 heads ")
    qtbot.mouseClick(line(application).chip, Qt.MouseButton.LeftButton)
    settle(qtbot, application)
    assert branch(application).id == ROOT
    for layer, head in reversed(heads):
        application.screen.apply(head_picked, "cross", layer, head)
        do(qtbot, application, Qt.Key.Key_X)
    assert branch(application).id == both.id


def test_the_same_target_is_scored_under_the_change(qtbot, application, model):
    do(qtbot, application, Qt.Key.Key_X, SHIFT)
    free = branch(application)
    qtbot.mouseClick(line(application).way.button("same"), Qt.MouseButton.LeftButton)
    settle(qtbot, application)
    same, original = branch(application), application.screen.now.branches.original
    assert same.token_ids == original.token_ids != free.token_ids
    hook = output_module(model, HEAD[0]).register_forward_pre_hook(
        lambda _, args: (set_zero(args[0], part_of(model, HEAD[1])),)
    )
    with torch.no_grad():
        source = torch.tensor([original.trace.source_ids])
        logits = model.network(source, torch.tensor([original.trace.fed_ids]))[0]
    hook.remove()
    scores = logits.log_softmax(dim=-1)[range(len(logits)), list(same.token_ids)]
    own = np.array([step.log_probability for step in same.trace.steps])
    np.testing.assert_allclose(own, scores.numpy(), atol=1e-4)
    after, before = f"{scores.sum():.3f}", f"{original.trace.log_probability:.3f}"
    text = line(application).sentence.text().replace("−", "-")
    assert text.startswith(
        f"Without this head the same target has log p {after} instead of {before}; “was” loses"
    )
    do(qtbot, application, Qt.Key.Key_T, CTRL | ALT)
    assert branch(application).id == free.id


def set_zero(output, part):
    output = output.clone()
    output[..., part] = 0
    return output


def test_the_menu_of_a_layer_and_of_a_kind(qtbot, application, model):
    mosaic = application.window.attention.mosaic
    tile = mosaic.spots().tile(1, 0).rect
    menu = menu_at(
        qtbot, application, mosaic, QPoint(round(tile.left()) - 40, round(tile.center().y()))
    )
    assert menu.actions()[0].text() == "cross layer 2"
    previous = next(one for one in menu.actions() if "Previous" in one.text())
    assert not previous.isEnabled() and "source tokens" in previous.toolTip()
    choose(qtbot, application, menu, "Switch off with zero")
    layer = [(1, head, 0) for head in range(8)]
    assert branch(application).token_ids == written(model, *layer)
    assert line(application).chip.text() == "without cross layer 2 (zero)"
    pill = application.window.attention.pills.button("cross")
    menu = menu_at(qtbot, application, pill, pill.rect().center())
    assert menu.actions()[0].text() == "all cross heads"
    choose(qtbot, application, menu, "Switch off with zero")
    every = [(layer, head, 0) for layer in range(3) for head in range(8)]
    assert branch(application).token_ids == written(model, *every)
    assert line(application).chip.text() == "without all cross heads (zero)"
    for name, text in (("uniform", "uniform"), ("first", "to the first token in all cross heads")):
        pill.setFocus()
        application.window.menus.interventions.action(name).trigger()
        settle(qtbot, application)
        assert text in line(application).chip.text()
    weights = branch(application).trace.cross_weights[HEAD]
    np.testing.assert_allclose(weights[:, 0], 1)


def test_frozen_weights_stay_and_taken_ones_are_those_of_the_branch(qtbot, application):
    original = branch(application).trace.cross_weights[HEAD]
    do(qtbot, application, Qt.Key.Key_F, CTRL)  # nothing else changes: nothing happens
    np.testing.assert_allclose(branch(application).trace.cross_weights[HEAD], original, atol=1e-6)
    assert line(application).chip.text() == "cross 3·3 frozen"
    assert application.window.menus.interventions.action("freeze").isChecked()
    do(qtbot, application, Qt.Key.Key_U, CTRL)
    uniform = branch(application)
    np.testing.assert_allclose(uniform.trace.cross_weights[HEAD], 1 / original.shape[1], atol=1e-6)
    controller = application.work.interventions
    controller.change("take", ROOT)
    settle(qtbot, application)
    taken = branch(application).trace.cross_weights[HEAD]
    np.testing.assert_allclose(taken[: len(original)], original, atol=1e-6)
    assert line(application).chip.text() == "cross 3·3 from “The dog was chased by the cat.”"


def test_a_hidden_word_is_not_attended_to(qtbot, application, model):
    heatmap = application.window.attention.focus
    cell = heatmap.spots().grid.cell_rect(0, 4)
    above = QPointF(cell.center().x(), heatmap.spots().viewport.top() - 20).toPoint()
    menu = menu_at(qtbot, application, heatmap, above)
    choose(qtbot, application, menu, "Hide word from the model")
    assert branch(application).trace.source_tokens[4] == "dog"
    assert branch(application).token_ids == written(model, hidden={4})
    assert not branch(application).trace.encoder_weights[..., 4].any()
    assert line(application).chip.text() == "“dog” hidden"
    assert line(application).sentence.text().startswith("With “dog” hidden ")
    application.screen.apply(cell_picked, "cross", Cell(0, 4))
    do(qtbot, application, Qt.Key.Key_H, CTRL)
    assert branch(application).id == ROOT, "it is shown again"


def test_a_word_is_replaced_in_the_field_of_the_sentence(qtbot, application, model):
    application.screen.apply(cell_picked, "cross", Cell(0, 4))
    do(qtbot, application, Qt.Key.Key_H, CTRL | SHIFT)
    source = application.window.header.source
    assert source.selectedText() == "dog"
    assert "starts over" in said(application.window)
    qtbot.keyClicks(source, "bird")
    qtbot.keyClick(source, Qt.Key.Key_Return)
    text = "The cat chased the bird."
    qtbot.waitUntil(lambda: application.screen.now.trace.source_text == text)
    settle(qtbot, application)
    assert branch(application).token_ids == written(model, text=text)


def test_a_session_keeps_what_was_changed(qtbot, application, tmp_path):
    do(qtbot, application, Qt.Key.Key_X)
    told, changed = line(application).sentence.text(), branch(application)
    path = tmp_path / "changed.headlight"
    application.window.files.session_save_requested.emit(path, False)
    settle(qtbot, application)
    do(qtbot, application, Qt.Key.Key_X)
    application.window.files.open_requested.emit(path)
    qtbot.waitUntil(lambda: line(application).isVisible())
    settle(qtbot, application)
    assert branch(application).interventions == changed.interventions
    assert line(application).sentence.text() == told
    do(qtbot, application, Qt.Key.Key_X)
    assert branch(application).id == ROOT


def test_an_encoder_alone_predicts_under_the_change(qtbot, alone):
    with alone("bert") as application:
        text = "the [MASK] sat on a mat"
        type_and_translate(qtbot, application, text)
        application.screen.apply(head_picked, "encoder", 0, 1)
        do(qtbot, application, Qt.Key.Key_X, SHIFT)
        changed, key = branch(application), application.screen.now.model_key
        assert changed.trace.places != application.screen.now.branches.original.trace.places
        model = application.services.model_cache.take(key)
        off = Intervention(site=Site("z", "encoder", 0, 1), how="zero")
        assert changed.trace.places == translate(model.under((off,)), text).places
        assert line(application).chip.text() == "without encoder 1·2 (zero)"
        assert line(application).sentence.text()
        assert not line(application).way.isVisible()
        path = session_of(application.store.state)
        application.store.apply(lambda state: with_session(state, path))
        assert branch(application).trace is changed.trace


def test_a_prompt_is_hidden_from_a_decoder_alone(qtbot, alone):
    with alone("gpt") as application:
        word = application.screen.now.trace.source_text.split()[0]
        application.screen.apply(cell_picked, "decoder", Cell(3, 1))
        do(qtbot, application, Qt.Key.Key_H, CTRL)
        changed = branch(application)
        assert line(application).chip.text() == f"“{word}” hidden"
        assert not changed.trace.decoder_weights[..., 2:, 1].any()
        do(qtbot, application, Qt.Key.Key_X)
        assert said(application.window) == "Error: No pair of the sample fits the model."
        do(qtbot, application, Qt.Key.Key_X, SHIFT)
        assert line(application).chip.text() == f"“{word}” hidden; without decoder 1·1 (zero)"
        assert len(branch(application).interventions) == len(changed.interventions) + 1


def test_what_cannot_be_computed_says_why(qtbot, tmp_path):
    with running(qtbot, tmp_path, model=SHIPPED_FOLDER / "passive.safetensors") as application:
        menu = application.window.menus.interventions
        assert menu.action("mean").isEnabled()
        assert not menu.action("hide").isEnabled()
        assert menu.action("hide").toolTip().startswith("Point at a source word")
        assert "its mean over 50 pairs of passive" in menu.action("mean").toolTip()
        assert not menu.action("restore").isEnabled()
        application.window.show_tab("runs")
        settle(qtbot, application)
        assert not menu.action("mean").isEnabled()
        assert menu.action("mean").toolTip() == "Heads are switched off in Look and Understand."
