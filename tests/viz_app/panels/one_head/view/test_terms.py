"""One value taken apart: its place, its equation, and the table of its terms."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as RichText
from PySide6.QtTest import QAbstractItemModelTester

from model.arrays import frozen
from tests.model.anatomies import anatomy_of
from tests.viz_app.anatomies import answered, walking
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES, area_colours
from tests.viz_app.probes import marked_language, spoken_name
from viz_app.design.theme import mixed
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.one_head.room import resolve_one_head
from viz_app.panels.one_head.view.terms import ZoomPanel
from viz_app.workbench.state import Cell

ACROSS = Qt.Orientation.Horizontal
CELL = Cell(3, 1)


@pytest.fixture
def panel(qtbot):
    room = heard_room(ONE_HEAD)
    return on_screen(qtbot, ZoomPanel(THEMES["light"], room.handle), size=(400, 500))


def zoom(panel, matrix, stage, *, kind="cross", norm="pre", cell=CELL, **choices):
    """Take the cell of query 3 and key 1, dimension 1 and feature 4 apart; the head."""
    state = walking(
        kind, norm=norm, cell=cell, stage=stage, zoomed=matrix, dimension=1, feature=4, **choices
    )
    snapshot = resolve_one_head(state)
    assert snapshot.cell is not None
    panel.set_snapshot(snapshot)
    return snapshot.anatomy


def number(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


def said(panel):
    """The equation, and the numbers in it."""
    text = panel.equation.accessibleName()
    words = [word.strip(";:.") for word in text.split()]
    return text, [number(word) for word in words if word[-1].isdigit() and "√" not in word]


def table(panel):
    """Every text."""
    model = panel.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def numbers(panel, column):
    return [number(row[column]) for row in table(panel)]


def titles(panel):
    model = panel.table.model()
    return [model.headerData(column, ACROSS) for column in range(model.columnCount())]


def test_a_product_is_shown_term_by_term_in_the_colours_of_query_and_key(panel):
    anatomy = zoom(panel, "products", "product")
    terms = anatomy.q[3].astype(float) * anatomy.k[1].astype(float)
    assert titles(panel) == ["n", "q", "k", "q·k", "sum"]
    assert [row[0] for row in table(panel)] == ["0", "1", "2"]
    for column, expected in enumerate((anatomy.q[3], anatomy.k[1], terms, np.cumsum(terms)), 1):
        np.testing.assert_allclose(numbers(panel, column), expected, rtol=5e-4)
    text, values = said(panel)
    assert text.startswith("3 terms add up to ")
    assert values[-1] == pytest.approx(terms.sum(), rel=1e-4)
    assert plain(panel.place.text()) == "query “a” → “cat”, key “有” (have)"
    assert spoken_name(panel).startswith("QK^⊤ = ")
    role, model, light = Qt.ItemDataRole.ForegroundRole, panel.table.model(), THEMES["light"]
    colours = [model.headerData(column, ACROSS, role).name() for column in (1, 2)]
    assert colours == [light.query.lower(), light.key.lower()]


def test_a_query_s_number_is_shown_with_its_bias(panel):
    anatomy = zoom(panel, "q", "project")
    terms = anatomy.x_query[3].astype(float) * anatomy.w_q[1].astype(float)
    assert len(table(panel)) == anatomy.d_model
    expected = [6, terms.sum(), anatomy.b_q[1], terms.sum() + anatomy.b_q[1]]
    np.testing.assert_allclose(said(panel)[1], expected, rtol=1e-4)
    assert said(panel)[1][-1] == pytest.approx(anatomy.q[3, 1], rel=1e-4)


def test_sums_are_shown_key_by_key_head_by_head_and_part_by_part(panel):
    anatomy = zoom(panel, "context", "values")
    names = [row[0] for row in table(panel)]
    assert names == ["我 (I, me)", "有 (have)", "猫 (cat)", "</s>"]
    np.testing.assert_allclose(numbers(panel, 3), anatomy.weights[3] * anatomy.v[:, 1], rtol=5e-4)
    assert numbers(panel, 4)[-1] == pytest.approx(anatomy.context[3, 1], rel=1e-3)
    anatomy = zoom(panel, "output", "output", share="heads")
    assert [row[0] for row in table(panel)] == ["1", "2"]
    np.testing.assert_allclose(numbers(panel, 1), anatomy.contributions[:, 3, 4], rtol=5e-4)
    assert said(panel)[1][-1] == pytest.approx(anatomy.output[3, 4], rel=1e-4)
    anatomy = zoom(panel, "added", "add")
    assert [row[0] for row in table(panel)] == ["stream before", "attention"]
    assert numbers(panel, 2)[1] == pytest.approx(anatomy.added[3, 4], rel=1e-3)


def test_a_scale_and_a_normalisation_are_a_line(panel):
    anatomy = zoom(panel, "scores", "scale")
    assert not panel.table.isVisible()
    text, values = said(panel)
    assert text.split()[2] == "√3"
    product, score = anatomy.products[3, 1], anatomy.scores[3, 1]
    assert values == pytest.approx([product, product, np.sqrt(3), score], rel=1e-4)
    anatomy = zoom(panel, "after", "add", norm="post")
    total = number(panel.equation.accessibleName().split("= ")[1])
    assert total == pytest.approx(anatomy.after[3, 4], rel=1e-4)
    assert "mean" in panel.note.text()


@pytest.mark.parametrize(("key", "begins"), [(1, "May attend"), (5, "Masked: −∞")])
def test_a_mask_is_a_sentence(panel, key, begins):
    anatomy = zoom(panel, "masked_scores", "mask", kind="decoder", cell=Cell(3, key))
    text, values = said(panel)
    assert text.startswith(begins)
    assert values == [pytest.approx(anatomy.scores[3, key], rel=1e-4)]


def test_softmax_is_shown_with_its_powers_and_marks_the_key(panel):
    anatomy = zoom(panel, "weights", "softmax", kind="decoder")
    scores = anatomy.masked_scores[3].astype(float)
    np.testing.assert_allclose(numbers(panel, 2), np.exp(scores - scores.max()), rtol=5e-4)
    assert table(panel)[5][1:3] == ["−∞", "0"]
    above, below, weight = said(panel)[1]
    assert above / below == pytest.approx(weight, rel=2e-4)
    assert weight == pytest.approx(anatomy.weights[3, 1], rel=1e-4)
    assert [index.row() for index in panel.table.selectionModel().selectedRows()] == [1]
    assert panel.note.isVisible()


def test_a_query_that_may_attend_to_nothing_says_so(panel):
    state = walking("cross", cell=Cell(3, 1), stage="softmax", zoomed="weights")
    anatomy = anatomy_of()
    masked, weights = np.array(anatomy.masked_scores), np.array(anatomy.weights)
    masked[3], weights[3] = -np.inf, 0
    blind = dataclasses.replace(anatomy, masked_scores=frozen(masked), weights=frozen(weights))
    panel.set_snapshot(resolve_one_head(answered(state, blind)))
    assert panel.equation.accessibleName() == "All keys are masked: the weight is 0."


def test_a_concatenated_number_says_where_it_comes_from(panel):
    anatomy = zoom(panel, "concatenation", "concatenate")
    text, values = said(panel)
    assert text.startswith("Dimension 1 of the context of head 2: ")
    assert values[-1] == pytest.approx(anatomy.context[3, 1], rel=1e-4)


def test_terms_have_bars_in_the_colour_of_their_sign(panel):
    anatomy = zoom(panel, "products", "product")
    panel.table.clearSelection()
    image = panel.table.viewport().grab().toImage()
    model, light = panel.table.model(), THEMES["light"]
    terms = anatomy.q[3] * anatomy.k[1]
    largest = int(np.abs(terms).argmax())
    area = panel.table.visualRect(model.index(largest, 3)).toRectF()
    half = area.adjusted(area.width() / 2 + 2, 4, -2, -4)
    if terms[largest] < 0:
        half = area.adjusted(2, 4, -area.width() / 2 - 2, -4)
    colour = light.positive if terms[largest] > 0 else light.negative
    assert mixed(light.panel, colour, share=0.35) in area_colours(image, half)


def test_the_table_is_a_well_behaved_model(panel):
    QAbstractItemModelTester(
        panel.table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    for matrix, stage in (("products", "product"), ("weights", "softmax"), ("added", "add")):
        zoom(panel, matrix, stage)
        assert all(text for row in table(panel) for text in row)


def test_texts_are_in_the_language_and_tokens_no_markup(panel):
    with marked_language():
        zoom(panel, "weights", "softmax")
        assert panel.place.text().count("«") >= 2
        assert titles(panel)[0] == "«key»"
    assert panel.place.textFormat() == Qt.TextFormat.PlainText
    tip = panel.table.model().index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "</s>" in tip
    assert not RichText.mightBeRichText(tip)
