"""The worker's answers for the teacher forcing tab."""

import dataclasses

import pytest

from model.messages import UserError
from viz_app.panels.forcing.jobs import forcing_steps
from viz_app.panels.forcing.panel import FORCING
from viz_app.panels.forcing.room import ForcingQuestion, target_given
from viz_app.workbench.jobs import ModelCache


@pytest.fixture
def models(tiny_model):
    models = ModelCache()
    models.put(tiny_model)
    return models


@pytest.fixture
def question(tiny_trace):
    ids = tuple(step.token_id for step in tiny_trace.steps)
    return ForcingQuestion(1, tiny_trace.source_text, ids, "")


def given(question, target):
    return dataclasses.replace(question, given=target)


def answer(steps):
    *before, last = steps
    assert set(before) <= {None}
    return last


def test_the_known_reference_is_expected_first(models, question):
    """The task is to reverse."""
    forced = answer(forcing_steps(models, question))
    assert forced.origin == "reference"
    assert forced.record.expected[0] == ("e", "d", "c", "b", "a", "</s>")
    assert forced.record.sources == ("a b c d e", "a b")
    assert forced.record.expected[1][:3] == ("b", "a", "</s>")


def test_the_users_target_is_expected_instead(models, question):
    forced = answer(forcing_steps(models, given(question, "a b c")))
    assert forced.origin == "given"
    assert forced.record.fed[0][:4] == ("<s>", "a", "b", "c")


def test_without_a_reference_it_is_the_translation(tiny_model, question):
    models = ModelCache()
    models.put(dataclasses.replace(tiny_model, task="mine.tsv"))
    forced = answer(forcing_steps(models, question))
    assert forced.origin == "translation"
    tokens = tuple(tiny_model.tgt_tokenizer.token(index) for index in question.target_ids)
    assert forced.record.expected[0] == tokens


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("猫", "“猫” contains words this model cannot write"),
        ("a " * 24, "“a a a a a a a a a a a a …” has 24 tokens; this model reads at most 23"),
    ],
)
def test_a_target_that_cannot_be_expected_is_an_error(models, question, target, why):
    with pytest.raises(UserError, match=why):
        [*forcing_steps(models, given(question, target))]


def test_a_sentence_of_another_model_gets_no_losses(models, question):
    strange = dataclasses.replace(question, text="我")
    assert [*forcing_steps(models, strange)] == []


def test_without_a_model_there_is_an_error(question):
    with pytest.raises(UserError, match="No model"):
        [*forcing_steps(ModelCache(), question)]


# ------------------------------------------------------------------ in the background, in a room


@pytest.fixture
def panel(faceless, tiny_trace):
    """The tab in front, the translation there."""
    return faceless(FORCING).translated(tiny_trace).opened()


def test_the_losses_are_computed_when_the_tab_is_looked_at_and_of_a_given_target(qtbot, panel):
    qtbot.waitUntil(lambda: panel.own.forced is not None)
    assert panel.own.forced.origin == "reference"
    panel.do(target_given, "a b c")
    qtbot.waitUntil(lambda: panel.own.forced.origin == "given")
    assert panel.own.forced.record.fed[0][1:4] == ("a", "b", "c")


def test_a_target_that_the_model_cannot_write_is_said(qtbot, panel):
    panel.do(target_given, "猫")
    qtbot.waitUntil(lambda: panel.bench.notice is not None)
    assert "猫" in str(panel.bench.notice.message)
    panel.do(target_given, "a b")
    assert panel.bench.notice is None
