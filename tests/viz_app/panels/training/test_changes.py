"""What the state makes of what a run under way tells."""

import dataclasses
from pathlib import Path

import pytest

from model.decoding.samples import summary_of
from model.messages import Message
from model.runs.presets import PRESETS, budget_seconds, fitted, time_preset
from model.traces.head_measures import SampleTranslations
from tests.viz_app.panels.training.snapshots import SPEED
from tests.viz_app.recorded_runs import history
from tests.viz_app.runs_on_disk import card_of
from tests.viz_app.states import on_bench, progress_of, run_of, training_room
from viz_app.panels.training.changes import (
    corpus_chosen,
    counted_parameters,
    end_sentence,
    estimate_arrived,
    estimate_of,
    estimate_question,
    learned_positions_chosen,
    left,
    live_status,
    offered,
    reported,
    request_made,
    run_begun,
    run_ended,
    run_lost,
    sampled,
    size_name,
    size_problem,
    with_size,
    with_task,
    with_time,
)
from viz_app.panels.training.state import (
    EstimateAnswer,
    LiveRun,
    ReplayState,
    RunHistory,
    RunsState,
    TrainingEnded,
    TrainingRequest,
    TrainingRoom,
    speed_question,
)
from viz_app.storage.library import ModelFile
from viz_app.workbench.changes.models import told

# --------------------------------------------------------------------------------- test estimating
# The speed is asked for when it is wanted, and epochs are fitted to the time.


REQUEST = with_time(TrainingRequest(), "one-minute")


def asking(request=REQUEST, **fields) -> TrainingRoom:
    """The form is in front."""
    return training_room(tab="training", request=request, **fields)


def answered(room: TrainingRoom, speed=SPEED) -> TrainingRoom:
    question = speed_question(room.own.request)
    return estimate_arrived(room, EstimateAnswer(question=question, estimate=speed))


def with_numbers(request, **numbers):
    return dataclasses.replace(request, training=dataclasses.replace(request.training, **numbers))


def test_the_form_in_front_asks_what_is_not_measured_beside_no_run():
    assert estimate_question(asking()) == speed_question(REQUEST)
    for tab in ("attention", "runs"):
        assert estimate_question(on_bench(asking(), tab=tab)) is None
    assert estimate_question(asking(live=run_of().live)) is None
    assert estimate_question(answered(asking())) is None


@pytest.mark.parametrize(
    ("numbers", "costs_time"),
    [
        ({"epochs": 3}, False),
        ({"learning_rate": 0.5}, False),
        ({"seed": 8}, False),
        ({"schedule": "constant"}, False),
        ({"batch_tokens": 99}, True),
        ({"level": "bpe"}, True),
        ({"r_drop": 1.0}, True),
    ],
)
def test_numbers_that_cost_time_are_a_new_question(numbers, costs_time):
    other = speed_question(with_numbers(REQUEST, **numbers))
    assert (other != speed_question(REQUEST)) is costs_time


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
    other = EstimateAnswer(question=speed_question(with_size(REQUEST, "report")), estimate=SPEED)
    assert estimate_arrived(room, other).own.request == room.own.request
    assert estimate_of(estimate_arrived(room, other).own).estimate is None


def test_a_run_under_way_keeps_what_was_asked_for():
    room = answered(asking(live=run_of().live))
    assert room.own.request == REQUEST
    assert room.own.estimate.estimate == SPEED


def test_why_it_cannot_be_measured_belongs_to_what_was_asked():
    problem = Message("{path} cannot be read.", {"path": "a.tsv"})
    request = with_task(REQUEST, "a.tsv")
    answer = EstimateAnswer(question=speed_question(request), problem=problem)
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
    assert SPEED.src_vocabulary != SPEED.tgt_vocabulary
    assert counted_parameters(with_size(REQUEST, "passive"), SPEED) is None


def test_a_task_brings_what_suits_it_and_leaves_numbers_of_the_users_own():
    request = with_task(REQUEST, "zh-en")
    known = time_preset("zh-en", "one-minute")
    assert (request.task, request.preset) == ("zh-en", "one-minute")
    assert (request.model, request.training) == (known.model, known.training)
    assert with_task(with_size(REQUEST, "tiny"), "zh-en").preset == "small"
    own = with_numbers(dataclasses.replace(REQUEST, preset=""), epochs=77)
    assert with_task(own, "zh-en") == dataclasses.replace(own, task="zh-en")


def test_a_size_is_known_by_its_model():
    for name in PRESETS:
        request = with_size(REQUEST, name)
        assert size_name(request) == request.preset == name
    model = dataclasses.replace(REQUEST.model, n_layers=7)
    assert size_name(dataclasses.replace(REQUEST, model=model)) is None


def test_a_dropped_corpus_and_learned_positions_are_asked_for():
    room = corpus_chosen(training_room(), "pairs.tsv")
    assert (room.own.request.task, room.own.active) == ("pairs.tsv", False)
    request = learned_positions_chosen(room).own.request
    assert (request.task, request.preset) == ("reverse", "one-minute")
    assert request.model.positions == "learned"


# --------------------------------------------------------------------------------- test run events


CARD = card_of("copy-1", status="running")
KEY = 7


def asked(*keys: int, **fields) -> TrainingRoom:
    """Runs that were asked for; the state of before in ``fields``."""
    live = tuple(LiveRun(key=key, request=TrainingRequest()) for key in keys or (KEY,))
    return training_room(live=live, **fields)


def begun(**fields) -> TrainingRoom:
    return run_begun(asked(**fields), KEY, RunHistory(card=CARD))


def live(room: TrainingRoom) -> LiveRun:
    (run,) = room.own.live
    return run


def reports(*updates: int, **fields):
    return tuple(progress_of(update=update, **fields) for update in updates)


def told_by(room: TrainingRoom) -> RunHistory:
    return room.own.runs.history("copy-1")


def updated(room: TrainingRoom, told, *, key=KEY) -> TrainingRoom:
    """A run has a curve of these updates and of nothing else."""
    return reported(room, key, told)


# ------------------------------------------------------------------------------ it begins


def test_a_run_with_a_folder_is_on_show_and_what_earlier_ones_told_is_let_go():
    old = history("old-1")
    before = RunsState(
        cards=(old.card,), shown="old-1", compared="older-1", histories=(RunHistory(card=old.card),)
    )
    room = begun(runs=before)
    assert (live(room).run_id, live(room).status) == ("copy-1", "running")
    assert (room.own.runs.shown, room.own.runs.compared) == ("copy-1", None)
    assert room.own.runs.cards == (CARD, old.card)
    assert [history.card.run_id for history in room.own.runs.histories] == ["copy-1"]


def test_a_run_that_goes_on_has_told_something_already_and_may_be_paused():
    known = history("copy-1", updates=(0, 1))
    room = run_begun(live_status(asked(), KEY, "paused"), KEY, known)
    assert told_by(room) is known
    assert live(room).status == "paused"


def arms(first: dict, second: dict) -> TrainingRoom:
    """The first of two runs has begun, then the second."""
    cards = [card_of(name, **fields) for name, fields in (("a-1", first), ("a-2", second))]
    room = run_begun(asked(1, 2), 1, RunHistory(card=cards[0]))
    return run_begun(room, 2, RunHistory(card=cards[1]))


def test_the_second_arm_of_an_experiment_is_beside_the_first():
    room = arms({"experiment": "heads"}, {"experiment": "heads"})
    assert (room.own.runs.shown, room.own.runs.compared) == ("a-1", "a-2")


@pytest.mark.parametrize(
    ("first", "second"),
    [({}, {}), ({"experiment": "heads"}, {"experiment": "norm"}), ({"experiment": "heads"}, {})],
)
def test_any_other_run_is_on_show_alone(first, second):
    room = arms(first, second)
    assert (room.own.runs.shown, room.own.runs.compared) == ("a-2", None)


def test_an_arm_is_not_put_beside_one_of_an_earlier_time():
    old = card_of("a-1", experiment="heads", status="finished")
    before = asked(runs=RunsState(cards=(old,), shown="a-1"))
    room = run_begun(before, KEY, RunHistory(card=card_of("a-2", experiment="heads")))
    assert (room.own.runs.shown, room.own.runs.compared) == ("a-2", None)


# -------------------------------------------------------------------------------- it tells


def test_the_curve_is_the_very_one_that_the_worker_keeps():
    curve = reports(1, 2)
    room = updated(begun(), curve)
    assert told_by(room).curve is curve
    assert live(room).progress is curve[-1]


@pytest.mark.parametrize("status", ["paused", "stopping"])
def test_a_late_report_does_not_change_what_was_asked_for(status):
    room = updated(live_status(begun(), KEY, status), reports(1))
    assert live(room).status == status
    assert len(told_by(room).curve) == 1


def test_the_list_of_runs_changes_only_where_something_was_measured():
    room = begun()
    assert updated(room, reports(1, 2)).own.runs.cards == room.own.runs.cards
    measured = progress_of(update=3, epoch=2, loss=0.5, validation_loss=0.75, exact=0.25)
    room = updated(room, (*reports(1, 2), measured, *reports(4)))
    card = room.own.runs.card("copy-1")
    assert (card.update, card.epoch, card.loss) == (3, 2, 0.5)
    assert (card.validation_loss, card.exact, card.bleu) == (0.75, 0.25, None)
    room = updated(room, reports(5, validation_loss=0.5))
    assert room.own.runs.card("copy-1").exact == 0.25  # not measured again


def test_what_was_measured_before_a_stop_does_not_change_the_card():
    known = dataclasses.replace(history("copy-1"), card=dataclasses.replace(CARD, update=40))
    room = run_begun(asked(), KEY, known)
    room = updated(room, (*known.curve, *reports(41)))
    assert told_by(room).card is known.card


def test_translations_are_kept_in_turn():
    one, other = (SampleTranslations(update=n, epoch=1, translations=("a",)) for n in (1, 2))
    room = sampled(sampled(begun(), KEY, one), KEY, other)
    assert told_by(room).samples == (one, other)


def test_two_runs_do_not_mix_what_they_tell():
    room = arms({"experiment": "heads"}, {"experiment": "heads"})
    room = updated(room, reports(1), key=2)
    assert room.own.runs.history("a-1").curve == ()
    assert len(room.own.runs.history("a-2").curve) == 1
    assert [run.progress is None for run in room.own.live] == [True, False]


def test_a_run_that_is_not_under_way_tells_nothing():
    room = begun()
    assert updated(room, reports(1), key=99).own.runs is room.own.runs
    assert updated(asked(), reports(1)).own.runs == RunsState()


# --------------------------------------------------------------------------------- it ends


def test_what_an_ended_run_has_told_stays_on_show():
    end = dataclasses.replace(CARD, status="finished", has_model=True)
    room = run_ended(updated(begun(), reports(1)), KEY, end)
    assert not room.own.active
    assert (room.own.runs.shown, room.own.runs.card("copy-1")) == ("copy-1", end)
    assert told_by(room).card == end
    assert len(told_by(room).curve) == 1


def test_a_lost_run_has_failed_and_without_a_folder_it_leaves_nothing():
    room = run_lost(updated(begun(), reports(1)), KEY, "a bug")
    card = room.own.runs.card("copy-1")
    assert (card.status, card.reason) == ("failed", "a bug")
    assert not room.own.active
    room = run_lost(asked(), KEY, "no such file")
    assert (room.own.live, room.own.runs) == ((), RunsState())


# ------------------------------------------------------------------------ it was interrupted


def test_the_newest_interrupted_run_is_offered_and_all_are_listed():
    new = card_of("b-1", update=80, updates=120)
    room = offered(training_room(), [new, card_of("a-1")])
    assert [card.run_id for card in room.own.runs.cards] == ["b-1", "a-1"]
    assert room.bench.notice.go_on == "b-1"
    assert str(room.bench.notice.message) == (
        "b-1 was interrupted; its state at update 80 of 120 is kept."
    )


def test_an_offer_does_not_hide_what_was_said_before():
    room = offered(training_room().on_bench(told, Message("Broken."), "warning"), [card_of("a-1")])
    assert str(room.bench.notice.message).startswith("Broken. a-1 was interrupted")
    assert (room.bench.notice.level, room.bench.notice.go_on) == ("warning", "a-1")


def test_nothing_is_offered_beside_a_run_or_without_one():
    room = offered(begun(), [card_of("a-1")])
    assert room.bench.notice is None
    assert room.own.runs.card("a-1") is not None
    assert offered(training_room(), []).bench.notice is None


# ---------------------------------------------------------------------------- what it leaves behind


IN_FRONT = training_room(tab="training")


@pytest.fixture
def summary(tiny_model):
    return summary_of(tiny_model)


def finished(**changes):
    return card_of("mine", status="finished", has_model=True, **changes)


FILE = ModelFile(path=Path("/runs/mine/model.safetensors"), checksum="1")


def ended(room, summary, run, *, error=None, file=FILE):
    return left(room, TrainingEnded(run, 7, summary, error, file))


def test_the_model_is_current_where_the_training_is_watched(summary):
    room = ended(IN_FRONT, summary, finished())
    assert (room.bench.model, room.bench.model_key, room.bench.model_file) == (summary, 7, FILE)
    assert str(room.bench.notice.message) == "mine is trained and is the current model."


@pytest.mark.parametrize(
    "room",
    [
        training_room(tab="attention"),
        training_room(tab="one_head"),
        training_room(tab="training", replay=ReplayState(in_workbench=True)),
    ],
)
def test_it_is_not_where_something_else_is_looked_at(summary, room):
    room = ended(room, summary, finished())
    assert room.bench.model is None
    assert str(room.bench.notice.message) == "mine is trained; it is in the list of models."
    assert room.bench.notice.use == "mine"


def test_a_stopped_run_leaves_the_current_model_and_offers_its_own(summary):
    stopped = dataclasses.replace(finished(), status="stopped")
    room = ended(IN_FRONT, summary, stopped)
    assert (room.bench.model, room.bench.notice.use) == (None, "mine")


def test_a_stopped_model_that_could_not_be_kept_is_not_lost(summary):
    stopped = dataclasses.replace(finished(), status="stopped")
    room = ended(IN_FRONT, summary, stopped, error=Message("The disk is full."), file=None)
    assert room.bench.model == summary


def test_an_experiment_leaves_the_current_model_and_says_nothing(summary):
    room = ended(IN_FRONT, summary, finished(experiment="heads", arm="four"))
    assert (room.bench.model, room.bench.notice) == (None, None)


def test_an_error_is_said_and_the_model_is_there_all_the_same(summary):
    room = ended(IN_FRONT, summary, finished(), error=Message("The disk is full."))
    assert room.bench.model == summary
    notice = room.bench.notice
    assert (notice.level, str(notice.message)) == ("error", "The disk is full.")


def test_a_stopped_run_says_that_it_can_go_on():
    stopped = dataclasses.replace(card_of("mine"), status="stopped", has_model=True)
    assert str(end_sentence(stopped, current=True)) == (
        "mine was stopped; its model is kept, and it can be continued later."
    )
