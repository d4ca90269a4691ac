"""Through the real window: positions shuffled, removed, learned."""

import pytest

from model.decoding.greedy import translate
from model.lessons.with_torch.positions import Lengths, with_positions
from tests.viz_app.application import click, said, type_and_translate, type_source
from viz_app.testing import all_made

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, application, window):
    """The tab as a user finds it."""
    window.show_tab("positions")
    all_made(qtbot, window)
    panel = window.pages["positions"].panel
    panel.grab()
    return panel


def test_a_button_leads_to_a_form_that_asks_for_learned_positions(
    qtbot, application, window, panel
):
    click(qtbot, panel.choice.button("learned"))
    page = panel.page("learned")
    qtbot.waitUntil(page.train.isVisible)
    assert "none is shipped" in page.sentence.text()
    click(qtbot, page.train)
    training = window.pages["training"].make()
    assert application.store.state.bench.tab == "training"
    request = training.form.request()
    assert (request.task, request.model.positions) == ("reverse", "learned")
    assert training.form.start.isEnabled()
    assert "Learned positions" in window.notices.text()


def altered(qtbot, panel, side="source"):
    """The page with altered positions, when they are translated."""
    click(qtbot, panel.choice.button("without"))
    page = panel.page("without")
    click(qtbot, page.side.button(side))
    qtbot.waitUntil(page.bands[0].isVisible)
    return page


def test_the_lines_are_what_the_altered_models_say(qtbot, application, panel, tiny_model):
    page = altered(qtbot, panel, "both")
    type_and_translate(qtbot, application, "e d c")
    own = translate(tiny_model, "e d c")
    lengths = Lengths(len(own.source_tokens), len(own.steps))
    kept, *others = page.bands
    qtbot.waitUntil(lambda: kept.target.accessibleName() == own.translation)
    assert kept.source.accessibleName() == "e 0, d 1, c 2, </s> 3"
    for band, how in zip(others, ("shuffled", "removed"), strict=True):
        model = with_positions(tiny_model, how, side="both", lengths=lengths, seed=0)
        assert band.target.accessibleName() == translate(model, "e d c").translation


def test_a_sentence_that_cannot_be_read_is_said_once_and_the_page_stays(
    qtbot, application, window, panel
):
    page = altered(qtbot, panel)
    before = page.bands[0].target.accessibleName()
    type_source(qtbot, window, "1 2")
    click(qtbot, window.header.button)
    qtbot.waitUntil(lambda: "1 2" in said(window))
    assert said(window).count("1 2") == 1
    assert page.bands[0].target.accessibleName() == before
