"""Through the real window: the translation on screen against a reference."""

import pytest
from sacrebleu.metrics import BLEU

from tests.viz_app.application import type_and_translate
from viz_app.testing import all_made

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, window):
    """The tab as a user finds it, with the score of the known reference."""
    window.show_tab("bleu")
    all_made(qtbot, window)
    panel = window.pages["bleu"].panel
    qtbot.waitUntil(lambda: panel.score.text() != "")
    return panel


def score(translation, reference, **settings):
    bleu = BLEU(effective_order=True, force=True, **settings)
    return f"BLEU {bleu.sentence_score(translation, [reference]).score:.2f}"


def test_the_score_follows_what_is_typed(qtbot, panel, application):
    """The task is to reverse, which this model has not learned."""
    translation = application.screen.now.trace.translation
    assert panel.reference.text() == "e d c b a"
    assert panel.score.text() == score(translation, "e d c b a")
    panel.reference.selectAll()
    qtbot.keyClicks(panel.reference, translation)
    qtbot.waitUntil(lambda: panel.score.text() == "BLEU 100.00")
    qtbot.keyClicks(panel.reference, " x y")
    expected = score(translation, f"{translation} x y")
    qtbot.waitUntil(lambda: panel.score.text() == expected)
    type_and_translate(qtbot, application, "f g h")
    qtbot.waitUntil(lambda: panel.reference.text() == "h g f")
    expected = score(application.screen.now.trace.translation, "h g f")
    qtbot.waitUntil(lambda: panel.score.text() == expected)
    panel.reference.clear()
    panel.reference.textEdited.emit("")
    qtbot.waitUntil(panel.hint.isVisible)
