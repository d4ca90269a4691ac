"""Through the real window: an encoder alone fills in what is masked."""

import pytest
import torch

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.viz_app.application import running, said, settle, type_and_translate
from viz_app.workbench.changes.selection import step_chosen
from viz_app.workbench.state import Cell


@pytest.fixture
def filling(qtbot, tmp_path, one_torch_thread):
    """The window with an encoder alone, at its sample."""
    path = tmp_path / "bert.safetensors"
    save_checkpoint(one_stack.bert(), path)
    with running(qtbot, tmp_path, model=path) as application:
        yield application


def chips(application):
    (line,) = application.window.timeline.tokens.layout_now().lines
    return [chip.token for chip in line]


def test_a_mask_that_is_typed_is_predicted(qtbot, filling):
    window, header = filling.window, filling.window.header
    assert (header.button.text(), header.source.accessibleName()) == ("Predict", "Sentence")
    assert "[MASK]" in header.source.placeholderText()
    type_and_translate(qtbot, filling, "a dog has [MASK] book")
    bench, timeline = filling.screen.now, window.timeline
    assert bench.trace.source_tokens == ("[CLS]", "a", "dog", "has", "[MASK]", "book", "[SEP]")
    assert bench.selection.step == 4
    best = bench.trace.places[4].candidates[0]
    assert chips(filling)[4] == f"[MASK]→{best.token}"
    assert timeline.step_label.text() == "token 5 of 7"
    assert bench.trace.translation == timeline.translation.text.text()
    assert timeline.best.shown()[0] == best.token
    assert "this token" in timeline.best.accessibleName()


def test_an_empty_sentence_is_not_called_a_source(qtbot, filling):
    filling.window.header.translate_this("")
    qtbot.waitUntil(lambda: "The sentence is empty: type one" in said(filling.window))


def test_every_token_has_the_candidates_that_the_network_gives(qtbot, filling):
    model, trace = one_stack.bert(), filling.screen.now.trace
    network, ids = model.network, torch.tensor([trace.source_ids])
    with torch.no_grad():
        expected = network(ids, ids)[0].softmax(-1)
    for step in range(len(trace.source_ids)):
        filling.window.timeline.room.apply(step_chosen, step)
        shown = filling.window.timeline.side.candidates
        found = [shown.sentence(row) for row in range(len(trace.places[step].candidates))]
        assert len(found) >= 5
        best = expected[step].topk(5)
        candidates = trace.places[step].candidates
        assert [one.token_id for one in candidates] == best.indices.tolist()
        assert [one.probability for one in candidates] == pytest.approx(best.values.tolist(), 1e-4)
        assert f"probability {candidates[0].probability:.6f}" in " ".join(found)


def test_the_row_of_a_token_is_its_place(qtbot, filling):
    filling.window.timeline.room.apply(step_chosen, 2)
    focus = filling.window.attention.shown().focus
    assert (focus.kind, focus.marked_row) == ("encoder", 2)
    filling.window.attention.intents.cell_picked.emit("encoder", Cell(2, 1))
    filling.window.timeline.room.apply(step_chosen, 5)
    assert filling.screen.now.selection.cell == Cell(5, 1)


def test_nothing_can_be_branched_from_a_token(filling):
    timeline = filling.window.timeline
    filling.window.timeline.room.fold(False)
    assert not timeline.side.token_field.isVisible()
    assert not timeline.translation.target.isVisible()
    assert "no next token" in timeline.side.candidates.use(1)


def test_what_stands_around_a_sentence_is_hidden_with_the_special_tokens(qtbot, filling):
    filling.window.attention.intents.option_picked.emit("special", "hidden")
    settle(qtbot, filling)
    columns = filling.window.attention.shown().focus.columns
    assert "[CLS]" not in columns and "[SEP]" not in columns and "[MASK]" in columns
