"""Every experiment can be asked, answered and explained."""

from typing import get_args

import pytest

from model.runs.experiments import EXPERIMENTS, Outcome
from viz_app.panels.training.experiments.pictures import answer_text, experiment_text

each = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)

EXPECTED = {
    "positions": "worse",
    "causal": "cheats",
    "heads": "worse",
    "norm": "nothing",
    "scaling": "worse",
    "layernorm": "same",
}


@each
def test_arms_and_options_have_texts_of_their_own(experiment):
    text = experiment_text(experiment.name)
    assert list(text.arms) == [arm.name for arm in experiment.arms]
    assert list(text.options) == [option.name for option in experiment.options]
    assert len(set(text.options.values())) == len(text.options)


@each
def test_a_background_is_short_and_says_where_it_is_from(experiment):
    text = experiment_text(experiment.name)
    assert 20 < len(text.background.split()) <= 120
    assert "20" in text.source
    assert "https://" in text.source


@each
def test_the_outcome_that_comes_is_explained(experiment):
    outcome = EXPECTED[experiment.name]
    assert len(answer_text(experiment.name, outcome).split()) > 30
    assert outcome in experiment_text(experiment.name).answers


@each
@pytest.mark.parametrize("outcome", [*get_args(Outcome), None])
def test_every_outcome_is_said(experiment, outcome):
    assert answer_text(experiment.name, outcome)


def test_what_has_no_explanation_only_says_what_was_measured():
    assert answer_text("norm", "better") == "In this run the changed model did better."


def test_where_to_see_the_answer_being_copied_is_said():
    assert "to the right of the diagonal" in answer_text("causal", "cheats")
