"""The architecture tab's controller with a real worker, without a window."""

import dataclasses
import threading

import pytest

from model.lessons.architecture import Extent, LayerTime
from model.network.transformer import count_parameters
from tests.patience import PATIENCE
from viz_app.panels.architecture import controller as architecture
from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.architecture.room import BlockPlace, Machine
from viz_app.workbench.controllers import TranslationController


@pytest.fixture
def panel(faceless):
    return faceless(ARCHITECTURE)


@pytest.fixture
def translated(qtbot, panel, tiny_trace):
    """The same in front of a translation."""
    panel.translated(tiny_trace).opened()
    qtbot.waitUntil(lambda: panel.own.record is not None)
    return panel


def test_the_record_comes_when_the_tab_is_opened(translated, tiny_trace, tiny_model):
    record = translated.own.record
    assert record.src_tokens == tiny_trace.source_tokens
    assert record.tgt_tokens == tiny_trace.fed_tokens
    assert record.n_parameters == count_parameters(tiny_model.network)


def test_another_sentence_gives_another_record(qtbot, translated, bench, desk, model_cache):
    translation = TranslationController(bench, desk, model_cache)
    translation.translate("c b")
    qtbot.waitUntil(lambda: translated.own.record.src_tokens == ("c", "b", "</s>"))


def test_gradients_come_with_their_page_and_with_another_depth(qtbot, translated):
    assert translated.own.comparison is None
    translated.view_picked.emit("norms")
    qtbot.waitUntil(lambda: translated.own.comparison is not None)
    translated.depth_picked.emit(6)
    qtbot.waitUntil(lambda: translated.own.comparison.post.encoder.shape[1] == 6)
    qtbot.waitUntil(lambda: translated.own.comparison.done == translated.own.comparison.total)


def test_choices_go_into_the_state(translated):
    translated.beside_picked.emit("parameters")
    translated.block_picked.emit(BlockPlace("decoder", "softmax"))
    translated.layer_picked.emit(1)
    translated.axis_picked.emit("d")
    translated.size_picked.emit("n", 128)
    own = translated.own
    assert (own.beside, own.block) == ("parameters", BlockPlace("decoder", "softmax"))
    assert translated.bench.selection.layer == 1
    assert (own.axis, own.extent) == ("d", Extent(n=128, d=256))


@pytest.fixture
def held(monkeypatch):
    """Measurements that wait after each time until they may go on."""
    go_on = threading.Semaphore(0)

    def steps(model_cache, key, extents):
        yield Machine("cpu", 1)
        for extent in extents:
            go_on.acquire(timeout=PATIENCE)
            yield LayerTime(layer="recurrent", extent=extent, seconds=1.0, runs=3)

    monkeypatch.setattr(architecture, "measuring_steps", steps)
    yield go_on
    go_on.release(100)


def test_times_come_one_by_one_and_end(qtbot, panel, held):
    panel.measuring_requested.emit()
    qtbot.waitUntil(lambda: panel.own.machine == Machine("cpu", 1))
    assert panel.own.measuring.done == 0
    held.release(3)
    qtbot.waitUntil(lambda: panel.own.measuring.done == 3)
    assert [time.extent.n for time in panel.own.times] == [16, 32, 64]
    held.release(100)
    qtbot.waitUntil(lambda: panel.own.measuring is None)
    assert len(panel.own.times) == 8


def test_who_has_had_enough_keeps_what_is_there(qtbot, panel, held):
    panel.measuring_requested.emit()
    held.release(2)
    qtbot.waitUntil(lambda: len(panel.own.times) == 2)
    panel.measuring_cancelled.emit()
    assert panel.own.measuring is None
    assert len(panel.own.times) == 2


def test_another_curve_ends_the_measurement(qtbot, panel, held):
    panel.measuring_requested.emit()
    held.release(1)
    qtbot.waitUntil(lambda: len(panel.own.times) == 1)
    panel.axis_picked.emit("d")
    assert panel.own.measuring is None
    assert len(panel.own.times) == 1


def test_real_layers_are_timed(qtbot, panel):
    panel.axis_picked.emit("d")
    panel.size_picked.emit("n", 16)
    panel.measuring_requested.emit()
    qtbot.waitUntil(lambda: len(panel.own.times) >= 5)
    panel.measuring_cancelled.emit()
    assert all(0 < time.seconds < 5 for time in panel.own.times)


def test_without_a_model_it_says_so(qtbot, panel, bench):
    bench.apply(dataclasses.replace, model_key=None)
    panel.measuring_requested.emit()
    qtbot.waitUntil(lambda: bench.now.notice is not None)
    assert "No model is loaded yet" in str(bench.now.notice.message)
    assert panel.own.measuring is None
