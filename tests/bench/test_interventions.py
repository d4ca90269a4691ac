"""What interventions cost: a translation under one, and the effects of many."""

import time
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from model.checkpoint.file import load
from model.checkpoint.locations import SHIPPED_FOLDER
from model.decoding.sweep import encoded_pairs, sample_steps, sweep_steps, switched_off
from model.steps import run_through
from model.traces.interventions import How, Site, every_head
from tests.bench.measuring import Figures, paired
from tests.viz_app.application import running
from viz_app.app.bootstrap import Application

pytestmark = pytest.mark.bench

TEXT, TOKENS = "我不知道他为什么今天没有来学校。", 12
OF_AN_ORDINARY_ONE, SWEEP_SECONDS = 1.3, 20
PAIRS, HEADS = 50, 24


@pytest.fixture
def application(qtbot, tmp_path) -> Iterator[Application]:
    model = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=model, text=TEXT) as application:
        assert len(application.bench.now.trace.steps) == TOKENS
        yield application


def shown(qtbot, application: Application, begin: Callable[[], object]) -> float:
    """Milliseconds until the last token is on screen."""
    start = time.perf_counter()
    begin()
    bench = application.bench
    qtbot.waitUntil(lambda: not bench.now.translating and bench.now.trace.finished)
    return (time.perf_counter() - start) * 1000


@pytest.mark.parametrize("how", ["zero", "mean"])
def test_a_translation_under_an_intervention_takes_little_longer(
    qtbot, application, measured, how: How
):
    """Token by token, of one head after another; means are taken once, for all heads."""

    def intervened(layer: int, head: int) -> float:
        off = switched_off([Site("z", "cross", layer, head)], how)
        return shown(qtbot, application, lambda: application.branching.intervene(off))

    def ordinary() -> float:
        return shown(qtbot, application, lambda: application.translation.translate(TEXT))

    def a_token(took: float) -> float:
        return took / len(application.bench.now.trace.steps)

    print(f"\nthe first one at its {how}: {intervened(0, 0):.0f} ms, after {ordinary():.0f} ms")

    def run() -> Figures:
        places = product(range(3), range(1, 6))
        pairs = [(a_token(intervened(*place)), a_token(ordinary())) for place in places]
        return paired(pairs, peer="ordinary", unit="ms a token")

    measured(f"a translation with one head at its {how}", run, budget=OF_AN_ORDINARY_ONE)


def test_the_effects_of_two_dozen_heads_are_soon_known(measured):
    model = load("zh-en")
    groups = [[site] for site in every_head(model.config, ("cross",))]
    assert len(groups) == HEADS

    def run() -> Figures:
        start = time.perf_counter()
        pairs = encoded_pairs(model, run_through(sample_steps(model, PAIRS)).pairs)
        effects = list(sweep_steps(model, pairs, groups))
        took = time.perf_counter() - start
        assert {effect.n for effect in effects} == {PAIRS}
        return Figures(took, f"{took / HEADS:.2f} s a head")

    measured("effects of 24 heads on 50 pairs", run, budget=SWEEP_SECONDS, unit="s")
