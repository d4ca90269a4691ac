"""The architecture tab with a real worker, without a window."""

import dataclasses
import threading

import pytest

from model.lessons.architecture import LayerTime
from model.network.transformer import count_parameters
from tests.patience import PATIENCE
from viz_app.panels.architecture import controller, room
from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.architecture.room import Machine
from viz_app.workbench.controllers import TranslationController
from viz_app.workbench.room import sets


@pytest.fixture
def panel(faceless):
    return faceless(ARCHITECTURE)


def test_record_and_gradients_come_when_they_are_looked_at(
    qtbot, panel, bench, desk, model_cache, tiny_trace, tiny_model
):
    panel.translated(tiny_trace).opened()
    qtbot.waitUntil(lambda: panel.own.record is not None)
    record = panel.own.record
    assert record.src_tokens == tiny_trace.source_tokens
    assert record.tgt_tokens == tiny_trace.fed_tokens
    assert record.n_parameters == count_parameters(tiny_model.network)
    assert panel.own.comparison is None
    panel.do(sets("view"), "norms")
    qtbot.waitUntil(lambda: panel.own.comparison is not None)
    panel.do(sets("depth"), 6)
    qtbot.waitUntil(lambda: panel.own.comparison.post.encoder.shape[1] == 6)
    qtbot.waitUntil(lambda: panel.own.comparison.done == panel.own.comparison.total)
    TranslationController(bench, desk, model_cache).translate("c b")
    qtbot.waitUntil(lambda: panel.own.record.src_tokens == ("c", "b", "</s>"))


@pytest.fixture
def held(monkeypatch):
    """Measurements that wait after each time until they may go on."""
    go_on = threading.Semaphore(0)

    def steps(model_cache, key, extents):
        yield Machine("cpu", 1)
        for extent in extents:
            go_on.acquire(timeout=PATIENCE)
            yield LayerTime(layer="recurrent", extent=extent, seconds=1.0, runs=3)

    monkeypatch.setattr(controller, "measuring_steps", steps)
    yield go_on
    go_on.release(100)


def test_times_come_one_by_one_and_end(qtbot, panel, held):
    panel.do(room.measuring_begun)
    qtbot.waitUntil(lambda: panel.own.machine == Machine("cpu", 1))
    assert panel.own.measuring.done == 0
    held.release(3)
    qtbot.waitUntil(lambda: panel.own.measuring.done == 3)
    assert [time.extent.n for time in panel.own.times] == [16, 32, 64]
    held.release(100)
    qtbot.waitUntil(lambda: panel.own.measuring is None)
    assert len(panel.own.times) == 8


@pytest.mark.parametrize(
    ("change", "arguments"), [(room.measuring_ended, ()), (room.axis_picked, ("d",))]
)
def test_a_stop_or_another_curve_keeps_what_is_there(qtbot, panel, held, change, arguments):
    panel.do(room.measuring_begun)
    held.release(2)
    qtbot.waitUntil(lambda: len(panel.own.times) == 2)
    panel.do(change, *arguments)
    assert panel.own.measuring is None
    assert len(panel.own.times) == 2


def test_real_layers_are_timed(qtbot, panel):
    panel.do(room.axis_picked, "d")
    panel.do(room.size_chosen, "n", 16)
    panel.do(room.measuring_begun)
    qtbot.waitUntil(lambda: len(panel.own.times) >= 5)
    panel.do(room.measuring_ended)
    assert all(0 < time.seconds < 5 for time in panel.own.times)


def test_without_a_model_it_says_so(qtbot, panel, bench):
    bench.apply(dataclasses.replace, model_key=None)
    panel.do(room.measuring_begun)
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded yet" in str(bench.now.notice.message)
    assert panel.own.measuring is None
