"""The BLEU tab's intents change the state, and the worker answers its questions."""

import pytest

from model.lessons.bleu import explain_bleu
from tests.viz_app.states import summary
from viz_app.panels.bleu.panel import BLEU


@pytest.fixture
def panel(faceless, tiny_trace):
    """The tab in front, the translation there."""
    return faceless(BLEU).translated(tiny_trace, model=summary("reverse")).opened()


def test_the_known_reference_is_found_and_scored(qtbot, panel, tiny_trace):
    qtbot.waitUntil(lambda: panel.shown.bleu is not None)
    assert (panel.shown.reference, panel.shown.origin) == ("e d c b a", "known")
    assert panel.shown.bleu == explain_bleu(tiny_trace.translation, "e d c b a")


def test_what_is_typed_is_scored(qtbot, panel, tiny_trace):
    expected = explain_bleu(tiny_trace.translation, tiny_trace.translation)
    panel.reference_changed.emit(tiny_trace.translation)
    qtbot.waitUntil(lambda: panel.shown.bleu == expected)
    assert panel.shown.bleu.score == pytest.approx(100)


def test_case_counts_or_not(qtbot, panel, tiny_trace):
    loud = tiny_trace.translation.upper()
    panel.reference_changed.emit(loud)
    panel.case_ignored.emit(True)
    expected = explain_bleu(tiny_trace.translation, loud, lowercase=True)
    qtbot.waitUntil(lambda: panel.shown.bleu == expected)


def test_an_order_is_picked(panel):
    panel.order_picked.emit(3)
    assert panel.shown.order == 3
