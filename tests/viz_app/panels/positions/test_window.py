"""Through the real window: positions shuffled, removed, turned; tables of any size."""

import pytest

from model.decoding.greedy import translate
from model.lessons.with_torch.positions import Lengths, with_positions
from model.network.layers import sinusoidal_table
from tests.viz_app.application import click, said, type_and_translate, type_source
from viz_app.testing import all_made
from viz_app.workbench.state import Cell

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


@pytest.mark.parametrize("side", ["source", "target", "both"])
def test_the_lines_are_what_the_altered_models_say(qtbot, panel, tiny_model, side):
    page = altered(qtbot, panel, side)
    own = translate(tiny_model, "a b c d e")
    lengths = Lengths(len(own.source_tokens), len(own.steps))
    assert page.bands[0].target.accessibleName() == own.translation
    for band, how in zip(page.bands[1:], ("shuffled", "removed"), strict=True):
        model = with_positions(tiny_model, how, side=side, lengths=lengths, seed=0)
        assert band.target.accessibleName() == translate(model, "a b c d e").translation


def test_another_sentence_is_translated_with_altered_positions_too(
    qtbot, application, panel, tiny_model
):
    page = altered(qtbot, panel)
    type_and_translate(qtbot, application, "e d c")
    expected = translate(tiny_model, "e d c").translation
    qtbot.waitUntil(lambda: page.bands[0].target.accessibleName() == expected)
    assert page.bands[0].source.accessibleName() == "e 0, d 1, c 2, </s> 3"


def test_a_table_of_any_size_is_the_formulas(qtbot, panel):
    click(qtbot, panel.size_choice.size_of.button("any"))
    panel.size_choice.d_model.setValue(10)
    panel.size_choice.length.setValue(70)
    panel.grab()
    page, expected = panel.page("table"), sinusoidal_table(70, 10)
    assert (page.table.spots().grid.rows, page.table.spots().grid.columns) == (70, 10)
    for row, column in ((0, 1), (69, 3), (33, 9)):
        said = page.table.picture.say(Cell(row, column)).replace("−", "-")
        assert said.startswith(f"{float(expected[row, column]):.4f}".replace("-0.0000", "0.0000"))


def test_any_position_is_turned(qtbot, panel):
    click(qtbot, panel.choice.button("rotation"))
    page = panel.page("rotation")
    page.position.setValue(5)
    page.offset.setValue(11)
    panel.grab()
    expected = sinusoidal_table(24, 16)
    for column in (0, 7, 15):
        turned, later = (
            float(page.vectors.picture.say(Cell(row, column)).split(" ")[0].replace("−", "-"))
            for row in (1, 2)
        )
        assert later == pytest.approx(float(expected[16, column]), abs=6e-5)
        assert turned == pytest.approx(later, abs=1.1e-4)


def test_a_model_without_a_learned_table_says_how_to_get_one(qtbot, panel):
    click(qtbot, panel.choice.button("learned"))
    page = panel.page("learned")
    qtbot.waitUntil(page.train.isVisible)
    assert "none is shipped" in page.sentence.text()


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
