"""The architecture tab's controller with a real worker, without a window."""

from __future__ import annotations

import dataclasses
import threading

import pytest

from model.lessons.architecture.complexity import Extent, LayerTime
from model.network.transformer import count_parameters
from tests.patience import PATIENCE
from viz_app.app.app_state import tab_opened
from viz_app.panels.architecture import controller as architecture
from viz_app.panels.architecture.controller import ArchitectureController
from viz_app.panels.architecture.state import BlockPlace, Machine
from viz_app.workbench.controllers.translation import TranslationController


@pytest.fixture
def controller(store, desk, shelf):
    return ArchitectureController(store, desk, shelf)


@pytest.fixture
def translated(qtbot, store, desk, shelf, controller):
    """A translation is on screen, the tab in front."""
    translation = TranslationController(store, desk, shelf)
    translation.translate("a b c d e")
    qtbot.waitUntil(lambda: store.state.trace is not None and not store.state.translating)
    store.apply(lambda state: tab_opened(state, "architecture"))
    qtbot.waitUntil(lambda: store.state.architecture.record is not None)
    return translation


def own(store):
    return store.state.architecture


def test_the_record_comes_when_the_tab_is_opened(translated, store, tiny_model):
    record = own(store).record
    assert record.src_tokens == store.state.trace.source_tokens
    assert record.tgt_tokens == store.state.trace.fed_tokens
    assert record.n_parameters == count_parameters(tiny_model.network)


def test_another_sentence_gives_another_record(qtbot, translated, store):
    translated.translate("c b")
    qtbot.waitUntil(lambda: own(store).record.src_tokens == ("c", "b", "</s>"))


def test_gradients_come_with_their_page_and_with_another_depth(
    qtbot, translated, store, controller
):
    assert own(store).comparison is None
    controller.pick_view("norms")
    qtbot.waitUntil(lambda: own(store).comparison is not None)
    controller.pick_depth(6)
    qtbot.waitUntil(lambda: own(store).comparison.post.encoder.shape[1] == 6)
    qtbot.waitUntil(lambda: own(store).comparison.done == own(store).comparison.total)


def test_choices_go_into_the_state(translated, store, controller):
    controller.pick_beside("parameters")
    controller.pick_block(BlockPlace("decoder", "softmax"))
    controller.pick_layer(1)
    controller.pick_axis("d")
    controller.pick_size("n", 128)
    state = own(store)
    assert (state.beside, state.block) == ("parameters", BlockPlace("decoder", "softmax"))
    assert store.state.selection.layer == 1
    assert (state.axis, state.extent) == ("d", Extent(n=128, d=256))


@pytest.fixture
def held(monkeypatch):
    """Measurements that wait after each time until they may go on."""
    go_on = threading.Semaphore(0)

    def steps(shelf, key, extents):
        yield Machine("cpu", 1)
        for extent in extents:
            go_on.acquire(timeout=PATIENCE)
            yield LayerTime(layer="recurrent", extent=extent, seconds=1.0, runs=3)

    monkeypatch.setattr(architecture, "measuring_steps", steps)
    yield go_on
    go_on.release(100)


def test_times_come_one_by_one_and_end(qtbot, store, controller, held):
    controller.measure()
    qtbot.waitUntil(lambda: own(store).machine == Machine("cpu", 1))
    assert own(store).measuring.done == 0
    held.release(3)
    qtbot.waitUntil(lambda: own(store).measuring.done == 3)
    assert [time.extent.n for time in own(store).times] == [16, 32, 64]
    held.release(100)
    qtbot.waitUntil(lambda: own(store).measuring is None)
    assert len(own(store).times) == 8


def test_who_has_had_enough_keeps_what_is_there(qtbot, store, controller, held):
    controller.measure()
    held.release(2)
    qtbot.waitUntil(lambda: len(own(store).times) == 2)
    controller.cancel()
    assert own(store).measuring is None
    assert len(own(store).times) == 2


def test_another_curve_ends_the_measurement(qtbot, store, controller, held):
    controller.measure()
    held.release(1)
    qtbot.waitUntil(lambda: len(own(store).times) == 1)
    controller.pick_axis("d")
    assert own(store).measuring is None
    assert len(own(store).times) == 1


def test_real_layers_are_timed(qtbot, store, shelf, controller):
    controller.pick_axis("d")
    controller.pick_size("n", 16)
    controller.measure()
    qtbot.waitUntil(lambda: len(own(store).times) >= 5)
    controller.cancel()
    assert all(0 < time.seconds < 5 for time in own(store).times)


def test_without_a_model_it_says_so(qtbot, store, desk, shelf):
    store.apply(lambda state: dataclasses.replace(state, model_key=None))
    controller = ArchitectureController(store, desk, shelf)
    controller.measure()
    qtbot.waitUntil(lambda: store.state.notice is not None)
    assert "No model is loaded yet" in str(store.state.notice.message)
    assert own(store).measuring is None
