"""What is typed becomes a configuration, or a sentence about the field that is wrong."""

import dataclasses
import json

import pytest

from model.config import ModelConfig
from model.messages import ConfigError
from model.runs.experiments import EXPERIMENTS
from model.runs.presets import PRESETS, TrainingConfig
from model.values import kept_values, restored
from tests.viz_app.runs_on_disk import card_of, curve_points
from viz_app.panels.training.state import (
    ExperimentsState,
    ReplayState,
    RunHistory,
    RunsState,
    TrainingState,
    configured,
    read_value,
    typed_value,
    with_card,
    with_history,
)

# ------------------------------------------------------------------------------ test configuration


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


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("n_layers", "0", "n_layers (0) must be a whole number from 1 to 65536."),
        ("n_heads", "", "n_heads ('') must be a whole number from 1 to 65536."),
        ("d_model", "wide", "d_model ('wide') must be a whole number from 1 to 65536."),
        ("d_ff", "1.5", "d_ff (1.5) must be a whole number from 1 to 65536."),
        ("max_len", "99999", "max_len (99999) must be a whole number from 1 to 65536."),
        ("dropout", "1", "dropout (1) must be at least 0 and below 1."),
        ("encoder_layers", "0", "encoder_layers (0) must be at least 1"),
        ("encoder_layers", "x", "encoder_layers ('x') must be a whole number from 0 to 65536."),
        (
            "decoder_layers",
            "0",
            "decoder_layers (0) must be at least 1: a model that is trained here has an encoder "
            "and a decoder.",
        ),
        ("d_kv", "0", "d_kv (0) must be a whole number from 1 to 65536."),
        ("relative_buckets", "1.5", "relative_buckets (1.5) must be a whole number from 1 to"),
        ("positions", "given", "positions ('given') must be one of sinusoidal, learned, relative"),
        ("final_norm", "x", "final_norm ('x') must be true or false."),
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
    found = problems(**{name: text})
    assert list(found) == [(name,)]
    assert found[(name,)].startswith(sentence)


def test_numbers_that_do_not_fit_are_both_at_fault_and_all_that_is_wrong_is_said():
    assert problems(d_model="100", n_heads="8") == {
        ("n_heads", "d_model"): "d_model (100) must be divisible by n_heads (8)."
    }
    for wrong, fields in (
        (
            {"relative_distance": "4", "relative_buckets": "8"},
            [("relative_buckets", "relative_distance")],
        ),
        (
            {"d_ff": "x", "n_layers": "", "epochs": "0", "clip": "0"},
            [("n_layers",), ("d_ff",), ("epochs",), ("clip",)],
        ),
        ({"d_model": "", "n_heads": "7"}, [("d_model",)]),  # not blamed for the missing one
    ):
        assert list(problems(**wrong)) == fields


@pytest.mark.parametrize("name", ["encoder_layers", "decoder_layers", "d_kv", "final_norm"])
def test_where_nothing_is_said_the_other_numbers_hold(name):
    model = dataclasses.replace(MODEL, **{name: True if name == "final_norm" else 5})
    found = configured({name: ""}, model=model, training=TRAINING)
    assert (found.model, found.problems) == (MODEL, ())
    assert typed_value(None) == ""


def test_each_stack_has_its_own_depth_and_heads_their_own_width():
    changed = typed(encoder_layers="6", decoder_layers="1", d_kv="10", final_norm=False)
    model = configured(changed, model=MODEL, training=TRAINING).model
    assert (model.depths, model.d_k, model.has_final_norm) == ("6 + 1", 10, False)


def test_where_something_is_wrong_or_not_typed_the_numbers_of_before_hold():
    model = dataclasses.replace(MODEL, d_ff=77)
    found = configured(typed(d_ff="x", n_layers="5"), model=model, training=TRAINING)
    assert (found.model.d_ff, found.model.n_layers) == (77, 5)
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


def test_what_nobody_typed_cannot_give_way():
    old = dataclasses.replace(MODEL, encoder_layers=0)
    with pytest.raises(ConfigError, match=r"encoder_layers \(0\) must be at least 1"):
        configured({"n_heads": "2"}, model=old, training=TRAINING)
    mended = configured({"encoder_layers": "2"}, model=old, training=TRAINING)
    assert (mended.model.depth("encoder"), mended.problems) == (2, ())


# --------------------------------------------------------------------------------------- test kept
# What a session keeps of the training tab comes back; what nobody could have chosen does not.


FIRST = EXPERIMENTS[0]
PREDICTED = ((FIRST.name, FIRST.options[-1].name),)


def brought_back(**choices):
    """What a file that was written of the tab tells."""
    told = json.loads(json.dumps(kept_values(TrainingState(**choices))))
    return restored(TrainingState(), told)


def test_what_was_chosen_and_what_was_predicted_come_back_each_without_the_other():
    for chosen in (None, FIRST.name):
        for predictions in ((), PREDICTED):
            own = ExperimentsState(chosen=chosen, predictions=predictions)
            assert brought_back(experiments=own).experiments == own


def test_an_experiment_that_is_none_does_not_come_back():
    for wrong in (
        ExperimentsState(chosen="nobody's"),
        ExperimentsState(predictions=(("nobody's", FIRST.options[0].name),)),
        ExperimentsState(predictions=((FIRST.name, "nobody's"),)),
    ):
        assert brought_back(experiments=wrong).experiments == ExperimentsState()


# --------------------------------------------------------------------------------------- test runs
# Cards and histories by id; what changes one, changes the other.


A, B, C = (card_of(name) for name in "abc")


@pytest.fixture
def runs():
    """Two runs, of which the second is read."""
    read = RunHistory(card=B, curve=curve_points(3))
    return RunsState(cards=(A, B), shown="b", histories=(read,))


def test_cards_and_histories_are_found_by_their_ids(runs):
    assert runs.card("a") is A
    assert runs.history("b").curve == curve_points(3)
    for unknown in ("c", "", None):
        assert runs.card(unknown) is None
        assert runs.history(unknown) is None
    assert runs.history("a") is None


def test_a_new_card_comes_first_and_a_changed_one_reaches_its_history(runs):
    assert with_card(runs, C).cards == (C, A, B)
    assert with_card(runs, C).histories == runs.histories
    renamed = dataclasses.replace(B, name="mine")
    changed = with_card(runs, renamed)
    assert changed.cards == (A, renamed)
    assert changed.history("b") == RunHistory(card=renamed, curve=curve_points(3))
    assert changed.shown == "b"


def test_a_history_is_beside_the_others_or_takes_its_place_with_its_card(runs):
    history = RunHistory(card=A, curve=curve_points(1))
    changed = with_history(runs, history)
    assert (changed.history("a"), changed.history("b")) == (history, runs.history("b"))
    assert changed.cards == (A, B)
    assert with_history(runs, RunHistory(card=C)).cards == (C, A, B)  # it was not listed
    grown = RunHistory(card=dataclasses.replace(B, update=9), curve=curve_points(9))
    changed = with_history(runs, grown)
    assert changed.histories == (grown,)
    assert changed.card("b").update == 9


def test_the_sentence_and_the_number_of_the_time_lapse_are_kept():
    chosen = ReplayState(number="diagonality", probe=3, index=7, run_id="a", follows=False)
    assert brought_back(replay=chosen).replay == ReplayState(number="diagonality", probe=3)
    older = restored(TrainingState(), {"replay": "diagonality"})
    assert older.replay == ReplayState(number="diagonality")
    for wrong in ("loss", {"number": "entropy"}, {"number": "entropy", "probe": -1}, 3, None):
        assert restored(TrainingState(), {"replay": wrong}) == TrainingState()
