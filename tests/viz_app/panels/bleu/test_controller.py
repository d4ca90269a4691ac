"""The BLEU tab's intents change the state, and the worker answers its questions."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QObject, Signal

from model.lessons.bleu.explained import explain_bleu
from tests.viz_app.states import summary
from viz_app.app.app_state import tab_opened, trace_arrived
from viz_app.panels.bleu.controller import BleuController
from viz_app.panels.bleu.snapshot import resolve_bleu


class Panel(QObject):
    """The panel's intents."""

    order_picked = Signal(int)
    case_ignored = Signal(bool)
    reference_changed = Signal(str)


@pytest.fixture
def panel(store, desk, tiny_trace):
    """A panel with a controller, the tab in front, the translation there."""
    controller = BleuController(store, desk)
    panel = Panel()
    controller.attach(panel)
    store.apply(lambda state: dataclasses.replace(state, model=summary("reverse")))
    store.apply(lambda state: trace_arrived(state, tiny_trace))
    store.apply(lambda state: dataclasses.replace(state, translating=False))
    store.apply(lambda state: tab_opened(state, "bleu"))
    yield panel
    del controller


def shown(store):
    return resolve_bleu(store.state)


def test_the_known_reference_is_found_and_scored(qtbot, store, panel, tiny_trace):
    qtbot.waitUntil(lambda: shown(store).bleu is not None)
    assert (shown(store).reference, shown(store).origin) == ("e d c b a", "known")
    assert shown(store).bleu == explain_bleu(tiny_trace.translation, "e d c b a")


def test_what_is_typed_is_scored(qtbot, store, panel, tiny_trace):
    expected = explain_bleu(tiny_trace.translation, tiny_trace.translation)
    panel.reference_changed.emit(tiny_trace.translation)
    qtbot.waitUntil(lambda: shown(store).bleu == expected)
    assert shown(store).bleu.score == pytest.approx(100)


def test_case_counts_or_not(qtbot, store, panel, tiny_trace):
    loud = tiny_trace.translation.upper()
    panel.reference_changed.emit(loud)
    panel.case_ignored.emit(True)
    expected = explain_bleu(tiny_trace.translation, loud, lowercase=True)
    qtbot.waitUntil(lambda: shown(store).bleu == expected)


def test_an_order_is_picked(store, panel):
    panel.order_picked.emit(3)
    assert shown(store).order == 3
