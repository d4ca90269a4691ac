"""The job that measures: an answer, or a sentence."""

import dataclasses
import re

import pytest

from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from model.text.tasks import load_task
from tests.viz_app.panels.training.snapshots import SPEED
from viz_app.app.app_state import tab_opened
from viz_app.panels.training import jobs
from viz_app.panels.training.changes import (
    corpus_chosen,
    estimate_of,
    request_made,
    with_time,
)
from viz_app.panels.training.jobs import estimate_steps
from viz_app.panels.training.state import EstimateAnswer, TrainingRequest
from viz_app.workbench.controllers import answer_questions

MODEL = ModelConfig(n_layers=1, n_heads=2, d_model=16, d_ff=16, dropout=0.0, max_len=24)


def question(task="copy", **fields) -> TrainingRequest:
    values = {"model": MODEL, "training": TrainingConfig(epochs=3), "device": "cpu"}
    return TrainingRequest(task=task, **{**values, **fields})


@pytest.fixture(autouse=True)
def _short(monkeypatch, one_torch_thread):
    monkeypatch.setattr(jobs, "PROBE_SECONDS", 0.01)


def answer_to(asked):
    answers = [item for item in estimate_steps(asked) if item is not None]
    assert all(answer.question is asked for answer in answers)
    return answers[-1]


def whole(lines: int) -> str:
    """So many pairs, none of them twice."""
    return "".join(f"a {number}\t{number} a\n" for number in range(lines))


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("a b\tb a\nc d e\te d c\n" * 40, encoding="utf-8")
    return str(path)


def test_the_answer_is_about_the_corpus(pairs):
    found = answer_to(question(pairs))
    assert found.problem is None
    assert found.estimate.pairs == len(load_task(pairs).pairs)
    assert found.estimate.seconds_per_update > 0
    assert found.estimate.seconds(2) == pytest.approx(2 * found.estimate.seconds(1))


def test_what_cannot_be_learned_from_is_told_before_the_speed(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text(whole(40) + "no tab\n\nc\t\n", encoding="utf-8")
    first, last = (item for item in estimate_steps(question(str(path))) if item is not None)
    assert (first.estimate is None, last.estimate is None) == (True, False)
    assert first.left_out == last.left_out == load_task(str(path)).report
    assert str(first.left_out).startswith("pairs.tsv: 3 of 43 lines were skipped: ")


def test_pairs_that_are_too_long_for_the_model_are_told_with_the_speed(tmp_path):
    path = tmp_path / "pairs.tsv"
    long = "".join(f"{'a ' * 40}{number}\t{number}{' b' * 40}\n" for number in range(40))
    path.write_text(whole(40) + long, encoding="utf-8")
    told = str(answer_to(question(str(path))).left_out)
    found = re.fullmatch(
        r"pairs\.tsv: about (\d+) pairs longer than max_len \(24\) are skipped\.", told
    )
    assert found
    assert 25 < int(found[1]) <= 40  # some are held out


def test_a_whole_corpus_leaves_nothing_out(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text(whole(40), encoding="utf-8")
    assert answer_to(question(str(path))).left_out is None


def test_a_corpus_that_is_not_there_is_a_sentence():
    found = answer_to(question("/nowhere/pairs.tsv"))
    assert found.estimate is None
    assert "/nowhere/pairs.tsv" in str(found.problem)


def test_sentences_that_do_not_fit_are_a_sentence(pairs):
    found = answer_to(question(pairs, model=dataclasses.replace(MODEL, max_len=1)))
    assert found.estimate is None
    assert found.problem is not None


def test_it_can_be_stopped_on_its_way(pairs):
    steps = estimate_steps(question(pairs))
    assert next(steps) is None
    assert next(steps).estimate is None
    assert next(steps) is None
    steps.close()


# ---------------------------------------------------------------------------- asked by the form


def test_the_form_in_front_is_measured_and_again_only_where_that_costs_time(
    qtbot, store, room, desk, model_cache, monkeypatch
):
    asked = []

    def steps(question):
        asked.append(question)
        yield EstimateAnswer(question=question, estimate=SPEED)

    monkeypatch.setattr(jobs, "estimate_steps", steps)
    answer_questions(room, desk, jobs.questions(model_cache), parent=None)
    room.apply(request_made, with_time(TrainingRequest(), "overnight"))
    assert asked == []
    store.apply(lambda state: tab_opened(state, "training"))
    qtbot.waitUntil(lambda: estimate_of(room.now.own).estimate == SPEED)
    request = room.now.own.request
    assert request.preset == "overnight"
    assert SPEED.seconds(request.training.epochs) <= 8 * 3600
    numbers = dataclasses.replace(request.training, epochs=7)
    room.apply(request_made, dataclasses.replace(request, preset="", training=numbers))
    room.apply(corpus_chosen, "copy")
    qtbot.waitUntil(lambda: [question.task for question in asked] == ["reverse", "copy"])


def test_a_problem_is_part_of_the_form_and_no_notice(qtbot, store, room, desk, model_cache):
    answer_questions(room, desk, jobs.questions(model_cache), parent=None)
    store.apply(lambda state: tab_opened(state, "training"))
    room.apply(corpus_chosen, "/nowhere/pairs.tsv")
    qtbot.waitUntil(lambda: estimate_of(room.now.own).problem is not None)
    assert "/nowhere/pairs.tsv" in str(estimate_of(room.now.own).problem)
    assert room.now.bench.notice is None
