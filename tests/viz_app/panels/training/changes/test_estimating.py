"""The speed is asked for when it is wanted, and epochs are fitted to the time."""

import dataclasses

import pytest

from model.messages import Message
from model.runs.presets import PRESETS
from model.runs.time_presets import budget_seconds, fitted, time_preset
from tests.viz_app.panels.training.snapshots import SPEED
from tests.viz_app.states import on_bench, run_of, training_room
from viz_app.panels.training.changes.estimating import (
    counted_parameters,
    estimate_arrived,
    estimate_of,
    estimate_question,
    question_of,
    request_made,
    size_name,
    size_problem,
    with_size,
    with_task,
    with_time,
)
from viz_app.panels.training.state.estimate import EstimateAnswer
from viz_app.panels.training.state.training import TrainingRequest, TrainingRoom

REQUEST = with_time(TrainingRequest(), "one-minute")


def asking(request=REQUEST, **fields) -> TrainingRoom:
    """The form is in front."""
    return training_room(tab="training", request=request, **fields)


def answered(room: TrainingRoom, speed=SPEED) -> TrainingRoom:
    question = question_of(room.own.request)
    return estimate_arrived(room, EstimateAnswer(question=question, estimate=speed))


def with_numbers(request, **numbers):
    return dataclasses.replace(request, training=dataclasses.replace(request.training, **numbers))


def test_the_form_in_front_asks():
    assert estimate_question(asking()) == question_of(REQUEST)


def test_nobody_asks_who_does_not_look():
    assert estimate_question(on_bench(asking(), tab="attention")) is None
    assert estimate_question(on_bench(asking(), tab="runs")) is None


def test_nothing_is_measured_beside_a_run():
    assert estimate_question(asking(live=run_of().live)) is None


def test_what_is_measured_is_not_asked_again():
    assert estimate_question(answered(asking())) is None


@pytest.mark.parametrize(
    "numbers", [{"epochs": 3}, {"learning_rate": 0.5}, {"seed": 8}, {"schedule": "constant"}]
)
def test_numbers_that_cost_no_time_are_no_new_question(numbers):
    assert question_of(with_numbers(REQUEST, **numbers)) == question_of(REQUEST)


@pytest.mark.parametrize("numbers", [{"batch_tokens": 99}, {"level": "bpe"}, {"r_drop": 1.0}])
def test_numbers_that_cost_time_are_a_new_question(numbers):
    assert question_of(with_numbers(REQUEST, **numbers)) != question_of(REQUEST)


def test_a_network_that_no_memory_holds_is_neither_measured_nor_trained():
    model = dataclasses.replace(REQUEST.model, d_model=60_000, d_ff=60_000)
    request = dataclasses.replace(REQUEST, model=model)
    assert "too large" in str(size_problem(request))
    assert estimate_question(asking(request)) is None
    assert size_problem(REQUEST) is None


@pytest.mark.parametrize("name", ["one-minute", "ten-minutes", "overnight"])
def test_the_epochs_of_a_time_are_fitted_when_the_speed_is_known(name):
    room = answered(asking(with_time(TrainingRequest(), name)))
    request = room.own.request
    expected = fitted(time_preset("reverse", name), SPEED, budget_seconds(name))
    assert request.training == expected
    assert request.preset == name
    assert SPEED.seconds(request.training.epochs) <= budget_seconds(name)


def test_numbers_of_the_users_own_are_not_fitted():
    request = with_numbers(dataclasses.replace(REQUEST, preset=""), epochs=9_999)
    assert answered(asking(request)).own.request == request


def test_a_time_that_is_chosen_later_is_fitted_to_the_speed_that_is_known():
    slow = dataclasses.replace(SPEED, seconds_per_epoch=20.0)
    own = dataclasses.replace(REQUEST, preset="")
    room = answered(asking(own), slow)
    room = request_made(room, with_time(own, "one-minute"))
    assert room.own.request.training.epochs == 2


def test_an_answer_to_another_question_fits_nothing():
    room = asking(with_time(TrainingRequest(), "overnight"))
    other = EstimateAnswer(question=question_of(with_size(REQUEST, "report")), estimate=SPEED)
    assert estimate_arrived(room, other).own.request == room.own.request
    assert estimate_of(estimate_arrived(room, other).own).estimate is None


def test_a_run_under_way_keeps_what_was_asked_for():
    room = answered(asking(live=run_of().live))
    assert room.own.request == REQUEST
    assert room.own.estimate.estimate == SPEED


def test_why_it_cannot_be_measured_belongs_to_what_was_asked():
    problem = Message("{path} cannot be read.", {"path": "a.tsv"})
    request = with_task(REQUEST, "a.tsv")
    answer = EstimateAnswer(question=question_of(request), problem=problem)
    room = estimate_arrived(asking(request), answer)
    assert estimate_of(room.own).problem == problem
    room = request_made(room, with_task(request, "copy"))
    assert estimate_of(room.own).problem is None


def test_parameters_are_those_of_the_real_network(one_torch_thread):
    from model.network.transformer import Transformer, count_parameters

    for name in ("tiny", "small"):
        request = with_size(REQUEST, name)
        network = Transformer(
            request.model, src_vocab=SPEED.src_vocabulary, tgt_vocab=SPEED.tgt_vocabulary
        )
        assert counted_parameters(request, SPEED) == count_parameters(network)
    assert counted_parameters(REQUEST, None) is None


def test_a_task_brings_the_numbers_that_suit_it_in_that_time():
    request = with_task(REQUEST, "zh-en")
    known = time_preset("zh-en", "one-minute")
    assert (request.task, request.preset) == ("zh-en", "one-minute")
    assert (request.model, request.training) == (known.model, known.training)


def test_a_task_leaves_numbers_of_the_users_own():
    own = with_numbers(dataclasses.replace(REQUEST, preset=""), epochs=77)
    assert with_task(own, "zh-en") == dataclasses.replace(own, task="zh-en")


def test_a_task_brings_the_size_that_suits_it():
    assert with_task(with_size(REQUEST, "tiny"), "zh-en").preset == "small"


@pytest.mark.parametrize("name", PRESETS)
def test_a_size_is_known_by_its_model(name):
    request = with_size(REQUEST, name)
    assert size_name(request) == request.preset == name


def test_a_size_of_the_users_own_has_no_name():
    model = dataclasses.replace(REQUEST.model, n_layers=7)
    assert size_name(dataclasses.replace(REQUEST, model=model)) is None
