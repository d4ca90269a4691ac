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


def table(panel):
    """Every text."""
    model = panel.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def titles(panel):
    model = panel.table.model()
    return [model.headerData(column, ACROSS) for column in range(model.columnCount())]


def test_a_product_is_shown_term_by_term(panel):
    anatomy = zoom(panel, "products", "product")
    terms = anatomy.q[3].astype(float) * anatomy.k[1].astype(float)
    assert titles(panel) == ["n", "q", "k", "q·k", "sum"]
    rows = table(panel)
    assert [row[0] for row in rows] == ["0", "1", "2"]
    shown = np.array([[number(text) for text in row[1:]] for row in rows])
    expected = np.stack([anatomy.q[3], anatomy.k[1], terms, np.cumsum(terms)], axis=1)
    np.testing.assert_allclose(shown, expected, rtol=5e-4)
    assert panel.equation.accessibleName().startswith("3 terms add up to ")
    assert number(panel.equation.accessibleName().split()[-1]) == pytest.approx(
        terms.sum(), rel=1e-4
    )
    assert plain(panel.place.text()) == "query “a” → “cat”, key “有” (have)"
    assert spoken_name(panel).startswith("QK^⊤ = ")


def test_queries_and_keys_have_their_colours_above_the_terms(panel):
    zoom(panel, "products", "product")
    role, model = Qt.ItemDataRole.ForegroundRole, panel.table.model()
    light = THEMES["light"]
    colours = [model.headerData(column, ACROSS, role).name() for column in (1, 2)]
    assert colours == [light.query.lower(), light.key.lower()]
    assert light.value.lower() not in colours


def test_a_query_s_number_is_shown_with_its_bias(panel):
    anatomy = zoom(panel, "q", "project")
    terms = anatomy.x_query[3].astype(float) * anatomy.w_q[1].astype(float)
    rows = table(panel)
    assert len(rows) == anatomy.d_model
    assert number(rows[-1][-1]) == pytest.approx(terms.sum(), rel=1e-3)
    words = panel.equation.accessibleName().replace(";", "").replace(":", "").split()
    sums = [number(word) for word in words if word[-1].isdigit()]
    expected = [6, terms.sum(), anatomy.b_q[1], terms.sum() + anatomy.b_q[1]]
    np.testing.assert_allclose(sums, expected, rtol=1e-4)
    assert number(words[-1]) == pytest.approx(anatomy.q[3, 1], rel=1e-4)


def test_a_context_s_number_is_shown_key_by_key(panel):
    anatomy = zoom(panel, "context", "values")
    rows = table(panel)
    assert [row[0] for row in rows] == ["我 (I, me)", "有 (have)", "猫 (cat)", "</s>"]
    terms = anatomy.weights[3] * anatomy.v[:, 1]
    np.testing.assert_allclose([number(row[3]) for row in rows], terms, rtol=5e-4)
    assert number(rows[-1][-1]) == pytest.approx(anatomy.context[3, 1], rel=1e-3)


def test_a_scale_is_a_line(panel):
    anatomy = zoom(panel, "scores", "scale")
    assert not panel.table.isVisible()
    numbers = panel.equation.accessibleName().split()
    assert numbers[2] == "√3"
    assert number(numbers[0]) == pytest.approx(anatomy.products[3, 1], rel=1e-4)
    assert number(numbers[6]) == pytest.approx(np.sqrt(3), rel=1e-4)
    assert number(numbers[8]) == pytest.approx(anatomy.scores[3, 1], rel=1e-4)


@pytest.mark.parametrize(("key", "begins"), [(1, "May attend"), (5, "Masked: −∞")])
def test_a_mask_is_a_sentence(panel, key, begins):
    anatomy = zoom(panel, "masked_scores", "mask", kind="decoder", cell=Cell(3, key))
    assert panel.equation.accessibleName().startswith(begins)
    assert number(
        panel.equation.accessibleName().split("score ")[1].split()[0].rstrip(".")
    ) == pytest.approx(anatomy.scores[3, key], rel=1e-4)


def test_softmax_is_shown_with_its_powers_and_marks_the_key(panel):
    anatomy = zoom(panel, "weights", "softmax", kind="decoder")
    rows = table(panel)
    scores = anatomy.masked_scores[3].astype(float)
    powers = np.exp(scores - scores.max())
    np.testing.assert_allclose([number(row[2]) for row in rows], powers, rtol=5e-4)
    assert rows[5][1:3] == ["−∞", "0"]
    above, below, weight = (number(text) for text in panel.equation.accessibleName().split()[::2])
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
    text = panel.equation.accessibleName()
    assert text.startswith("Dimension 1 of the context of head 2: ")
    assert number(text.split()[-1]) == pytest.approx(anatomy.context[3, 1], rel=1e-4)


def test_the_output_is_shown_head_by_head(panel):
    anatomy = zoom(panel, "output", "output", share="heads")
    rows = table(panel)
    assert [row[0] for row in rows] == ["1", "2"]
    np.testing.assert_allclose(
        [number(row[1]) for row in rows], anatomy.contributions[:, 3, 4], rtol=5e-4
    )
    assert number(panel.equation.accessibleName().split()[-1]) == pytest.approx(
        anatomy.output[3, 4], rel=1e-4
    )


def test_the_stream_is_shown_with_both_its_parts(panel):
    anatomy = zoom(panel, "added", "add")
    rows = table(panel)
    assert [row[0] for row in rows] == ["stream before", "attention"]
    assert number(rows[1][2]) == pytest.approx(anatomy.added[3, 4], rel=1e-3)


def test_layer_normalisation_is_a_line_that_is_explained(panel):
    anatomy = zoom(panel, "after", "add", norm="post")
    assert number(panel.equation.accessibleName().split("= ")[1]) == pytest.approx(
        anatomy.after[3, 4], rel=1e-4
    )
    assert "mean" in panel.note.text()


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


def test_place_and_titles_are_in_the_language(panel):
    with marked_language():
        zoom(panel, "weights", "softmax")
        assert panel.place.text().count("«") >= 2
        assert titles(panel)[0] == "«key»"


def test_masked_terms_and_tokens_cannot_turn_into_markup(panel):
    zoom(panel, "context", "values")
    assert panel.place.textFormat() == Qt.TextFormat.PlainText
    tip = panel.table.model().index(3, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "</s>" in tip
    assert not RichText.mightBeRichText(tip)
