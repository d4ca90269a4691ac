"""Every experiment can be asked, answered and explained."""

from typing import get_args

import pytest

from model.runs.experiments import EXPERIMENTS, Outcome
from viz_app.panels.training.experiments.pictures import answer_text, arm_texts, option_texts

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
    options = option_texts(experiment.name)
    assert list(arm_texts(experiment.name)) == [arm.name for arm in experiment.arms]
    assert list(options) == [option.name for option in experiment.options]
    assert len(set(options.values())) == len(options)


@each
def test_the_outcome_that_comes_is_explained(experiment):
    outcome = EXPECTED[experiment.name]
    assert len(answer_text(experiment.name, outcome).split()) > 30


@each
@pytest.mark.parametrize("outcome", [*get_args(Outcome), None])
def test_every_outcome_is_said(experiment, outcome):
    assert answer_text(experiment.name, outcome)


def test_what_has_no_explanation_only_says_what_was_measured():
    assert answer_text("norm", "better") == "In this run the changed model did better."


def test_where_to_see_the_answer_being_copied_is_said():
    assert "to the right of the diagonal" in answer_text("causal", "cheats")
