"""Translating with altered positions; looking for models with a learned table."""

import pytest

from model.checkpoint.file import load, save_checkpoint
from model.config import ModelConfig
from model.decoding.samples import sample_sentences, summary_of
from model.lessons.with_torch.positions import altered_steps
from model.messages import UserError
from tests.viz_app.conftest import untrained
from tests.viz_app.states import room
from viz_app.panels.positions.jobs import altered_positions_steps, learned_models_steps
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.positions.room import (
    AlteredPositions,
    PositionsState,
    altered_question,
    exchange_drawn,
)
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.room import sets

pytestmark = pytest.mark.usefixtures("one_torch_thread")

LEARNED = ModelConfig(
    n_layers=1, n_heads=2, d_model=8, d_ff=8, dropout=0.0, max_len=12, positions="learned"
)


def test_the_answer_is_the_record_of_its_question(tiny_model):
    model_cache = ModelCache()
    question = AlteredPositions(model_cache.put(tiny_model), "a b c", "both", 3)
    *before, answer = altered_positions_steps(model_cache, question)
    assert not any(before)
    *_, expected = altered_steps(tiny_model, "a b c", side="both", seed=3)
    assert answer.question is question
    assert answer.result == expected


def test_the_page_opens_with_a_sentence_whose_shuffled_positions_exchange_the_nouns():
    """As the tab is at first, with what is shipped and whatever sentence is on screen."""
    model, model_cache = load("zh-en"), ModelCache()
    opened = room(PositionsState(page="without"), model_key=model_cache.put(model), tab="positions")
    *_, answer = altered_positions_steps(model_cache, altered_question(opened))
    kept, shuffled, removed = answer.result.translations
    assert answer.result.source_text == "狗咬了猫。"
    assert (kept.text, shuffled.text) == ("The dog bit the cat.", "The cat bit the dog.")
    assert removed.text != kept.text
    assert answer.result.shows_effect


def test_of_letters_to_be_reversed_any_sentence_shows_the_effect():
    model = load("reverse")
    for text in sample_sentences(model):
        *_, record = altered_steps(model, text, side="source", seed=PositionsState().seed)
        assert record.shows_effect, text


def test_a_sentence_that_the_model_cannot_read_has_no_answer(tiny_model):
    model_cache = ModelCache()
    key = model_cache.put(tiny_model)
    assert not list(
        altered_positions_steps(model_cache, AlteredPositions(key, "我有猫", "source", 0))
    )


def test_another_side_is_translated_anew_while_somebody_looks(
    qtbot, faceless, tiny_model, tiny_trace
):
    panel = faceless(POSITIONS).translated(tiny_trace, model=summary_of(tiny_model)).opened()
    assert panel.own.altered is None
    panel.do(sets("page"), "without")
    qtbot.waitUntil(lambda: panel.shown.altered is not None)
    assert panel.shown.altered.translations[0].tokens == tiny_trace.predicted_tokens
    panel.do(sets("side"), "both")
    panel.do(exchange_drawn)
    assert panel.shown.altered is None
    qtbot.waitUntil(lambda: panel.shown.altered is not None)
    assert (panel.shown.altered.side, panel.shown.altered.seed) == ("both", 1)


def test_a_model_that_is_not_there_is_an_error():
    with pytest.raises(UserError, match="No model is loaded"):
        list(altered_positions_steps(ModelCache(), AlteredPositions(1, "a", "source", 0)))


def test_models_with_a_learned_table_are_found(tmp_path, tiny_checkpoint):
    learned = tmp_path / "learned.safetensors"
    save_checkpoint(untrained(LEARNED), learned)
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"no model")
    entries = (("tiny", tiny_checkpoint), ("mine", learned), ("broken", broken))
    *before, answer = learned_models_steps(entries)
    assert before == [None] * 3
    assert (answer.question, answer.result) == (entries, ("mine",))
