"""What is typed becomes a configuration, or a sentence about the field that is wrong."""

import dataclasses

import pytest

from model.config import ModelConfig
from model.runs.presets import PRESETS, TrainingConfig
from viz_app.panels.training.state.configuration import (
    MODEL_FIELDS,
    TRAINING_FIELDS,
    configured,
    read_value,
    typed_value,
)

MODEL, TRAINING = ModelConfig(), TrainingConfig()


def typed(preset="tiny", **changed):
    """A form that shows a preset, with some fields changed."""
    known = PRESETS[preset]
    values = {**known.model.to_json(), **known.training.to_json()}
    return {**{name: typed_value(value) for name, value in values.items()}, **changed}


def problems(**changed):
    found = configured(typed(**changed), model=MODEL, training=TRAINING).problems
    return {problem.fields: str(problem.message) for problem in found}


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_form_shows_of_a_preset_is_read_as_that_preset(name):
    found = configured(typed(name), model=MODEL, training=TRAINING)
    assert (found.model, found.training) == (PRESETS[name].model, PRESETS[name].training)
    assert found.problems == ()


def test_the_fields_are_those_of_both_configurations():
    assert set(MODEL_FIELDS) == set(dataclasses.asdict(MODEL))
    assert set(TRAINING_FIELDS) == set(TRAINING.to_json())


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("n_layers", "0", "n_layers (0) must be a whole number from 1 to 65536."),
        ("n_heads", "", "n_heads ('') must be a whole number from 1 to 65536."),
        ("d_model", "wide", "d_model ('wide') must be a whole number from 1 to 65536."),
        ("d_ff", "1.5", "d_ff (1.5) must be a whole number from 1 to 65536."),
        ("max_len", "99999", "max_len (99999) must be a whole number from 1 to 65536."),
        ("dropout", "1", "dropout (1) must be at least 0 and below 1."),
        ("epochs", "0", "epochs (0) must be a whole number from 1 to 10000."),
        ("batch_tokens", "-3", "batch_tokens (-3) must be a whole number from 1 to 1000000."),
        ("learning_rate", "2", "learning_rate (2) must be above 0 and below 1."),
        ("learning_rate", "nan", "learning_rate (nan) must be above 0 and below 1."),
        ("warmup", "-1", "warmup (-1) must be a whole number of at least 0."),
        ("clip", "0", "clip (0) must be above 0."),
        ("label_smoothing", "x", "label_smoothing ('x') must be at least 0 and below 1."),
        ("averaged", "21", "averaged (21) must be a whole number from 1 to 20."),
        ("patience", "a", "patience ('a') must be a whole number of at least 0."),
        ("vocabulary", "0", "vocabulary (0) must be a whole number from 1 to 1000000."),
        ("seed", "1e3", "seed (1000.0) must be a whole number of at least 0."),
    ],
)
def test_a_wrong_number_is_said_of_its_field(name, text, sentence):
    assert problems(**{name: text}) == {(name,): sentence}


def test_two_numbers_that_do_not_fit_are_both_at_fault():
    assert problems(d_model="100", n_heads="8") == {
        ("n_heads", "d_model"): "d_model (100) must be divisible by n_heads (8)."
    }


def test_everything_that_is_wrong_is_said_at_once():
    assert list(problems(d_ff="x", n_layers="", epochs="0", clip="0")) == [
        ("n_layers",),
        ("d_ff",),
        ("epochs",),
        ("clip",),
    ]


def test_a_number_is_not_blamed_for_another_one_that_is_missing():
    assert list(problems(d_model="", n_heads="7")) == [("d_model",)]


def test_in_place_of_what_is_wrong_stands_what_was_there_before():
    model = dataclasses.replace(MODEL, d_ff=77)
    found = configured(typed(d_ff="x", n_layers="5"), model=model, training=TRAINING)
    assert (found.model.d_ff, found.model.n_layers) == (77, 5)


def test_fields_that_nobody_types_keep_their_numbers():
    training = dataclasses.replace(TRAINING, r_drop=5.0)
    found = configured({"epochs": "3"}, model=MODEL, training=training)
    assert found.training == dataclasses.replace(training, epochs=3)
    assert found.model == MODEL


@pytest.mark.parametrize(
    ("text", "value"), [(" 12 ", 12), ("1e-3", 0.001), ("0.0", 0.0), ("pre", "pre"), (True, True)]
)
def test_text_is_read_as_what_it_is(text, value):
    assert read_value(text) == value
    assert type(read_value(text)) is type(value)
