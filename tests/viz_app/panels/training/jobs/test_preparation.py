"""From a request to a run before its first update."""

import dataclasses

import pytest

from model.decoding.samples import summary_of
from model.messages import UserError
from model.runs.experiments import experiment_named
from tests.model.builders import TINY
from tests.viz_app.panels.training.jobs.small_training import request
from viz_app.panels.training.jobs import prepared_steps
from viz_app.panels.training.state import TrainingRequest

pytestmark = pytest.mark.usefixtures("one_torch_thread")


def prepared(asked):
    """What comes out, and how many places to stop there were."""
    steps, places = prepared_steps(asked), 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value, places
        places += 1


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "mine.tsv"
    pairs = "".join(f"{letter} b\tb {letter}\n" for letter in "cdefghijkl")
    path.write_text(f"no tab\n{pairs}", encoding="utf-8")
    return path


def test_the_run_is_what_was_asked_for(corpus):
    asked = request(corpus, epochs=7, seed=5)
    ready, places = prepared(asked)
    assert ready.usual
    chosen = dataclasses.replace(asked.training, precision="float32")  # so short a run
    assert ready.run.training == chosen
    assert ready.run.model.config == TINY
    assert ready.run.model.task == "mine.tsv"
    assert ready.run.clock.update == 0
    assert ready.run.curve == []
    assert places > 1


def test_the_same_request_gives_the_same_weights(corpus):
    (one, _), (other, _) = (prepared(request(corpus)) for _ in range(2))
    weights = other.run.model.network.state_dict()
    own = one.run.model.network.state_dict()
    assert all(bool((own[name] == weight).all()) for name, weight in weights.items())


def test_pairs_are_set_apart_for_validation(corpus):
    ready, _ = prepared(request(corpus, validation=3))
    learned, apart = ready.run.corpus.pairs, ready.run.corpus.heldout
    assert len(apart) > 0
    assert len(learned) + len(apart) == 10
    assert not set(learned) & set(apart)


def test_what_is_to_say_about_corpus_and_device_is_said(corpus):
    ready, _ = prepared(dataclasses.replace(request(corpus), device="mps"))
    told = [str(notice) for notice in ready.notices]
    assert told[0] == (
        "mine.tsv: 1 of 11 lines were skipped: 1 × no tab between source and target; the "
        "first is line 1."
    )
    assert any("MPS was requested" in sentence for sentence in told)
    ready, _ = prepared(request("report"))
    assert ready.notices == ()


@pytest.mark.parametrize("arm", ["with", "without"])
def test_an_arm_of_an_experiment_has_its_network(arm):
    experiment = experiment_named("positions")
    asked = experiment.arm(arm)
    ready, _ = prepared(
        TrainingRequest(
            task=experiment.task,
            model=asked.model,
            training=asked.training,
            device="cpu",
            experiment="positions",
            arm=arm,
        )
    )
    table = summary_of(ready.run.model).positions
    assert ready.usual == (asked.variant is None) == bool(table.any())


def test_an_unknown_arm_is_one_sentence():
    with pytest.raises(UserError, match="'sideways'"):
        prepared(dataclasses.replace(request("reverse"), experiment="positions", arm="sideways"))
