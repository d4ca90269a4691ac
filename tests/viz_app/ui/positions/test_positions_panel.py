from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.trace import frozen
from tests.viz_app.ui.pictures import THEMES, colour_at, lut_colour, overlaps, painted
from tests.viz_app.ui.probes import emissions, focusable, hover, marked_language, spoken_name
from tests.viz_app.ui.states import summary
from viz_app.state.positions_view import PositionsSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.design.colour_map import diverging_lut
from viz_app.ui.design.theme import dark_theme
from viz_app.ui.painting.position_pictures import (
    first_positions,
    kind_line,
    position_names,
    similarity_sentence,
    table_picture,
    table_sentence,
)
from viz_app.ui.painting.value_painter import ValuePicture, level_ticks, paint_values
from viz_app.ui.positions.dimension_field import first_dimensions, parse_dimensions
from viz_app.ui.positions.positions_panel import PositionsPanel

TOKENS = ("我", "有", "猫", "</s>")


def snapshot(kind="sinusoidal", *, tokens=TOKENS, positions=64, d_model=32):
    angles = np.arange(positions)[:, None] / 10_000 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((positions, d_model), dtype=np.float32)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    if kind == "learned":
        table *= 0.05
    return PositionsSnapshot(model=summary(), kind=kind, tokens=tokens, table=frozen(table))


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


# ------------------------------------------------------------------------------ the pictures


def test_levels_are_fixed_for_the_formula_and_said_for_a_learned_table():
    assert table_picture(snapshot(), 32).level == 1.0
    learned = table_picture(snapshot("learned"), 32)
    assert learned.level == pytest.approx(0.05, rel=0.01)
    assert level_ticks(learned.level)[0][1] == "−0.05"


def test_positions_are_named_after_the_sentence():
    assert position_names(snapshot(), 6) == ("我  0", "有  1", "猫  2", "</s>  3", "4", "5")
    assert position_names(snapshot(), 2) == ("我  0", "有  1")


def test_first_positions():
    assert first_positions(snapshot()) == 32
    assert first_positions(snapshot(tokens=("a",) * 50)) == 50
    assert first_positions(snapshot(positions=20)) == 20


def test_kind_is_said():
    assert "sin(pos / 10000^(2i/d_model))" in kind_line(snapshot())
    assert kind_line(snapshot("learned")).startswith("Learned table")


def test_sentences_have_exact_numbers():
    assert plain(table_sentence(snapshot(), Cell(2, 0))) == "0.9093 · position 2 “猫”, dimension 0"
    assert plain(similarity_sentence(snapshot(), Cell(9, 9))) == (
        "cosine 1.0000 · position 9 and position 9"
    )


def picture_of(values, level=1.0):
    rows, columns = values.shape
    return ValuePicture(
        title="title",
        subtitle="subtitle",
        rows=tuple(str(n) for n in range(rows)),
        columns=tuple(str(n) for n in range(columns)),
        level=level,
        square=True,
        values=values,
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_values_are_drawn_where_they_belong(qapp, theme):
    values = np.zeros((4, 6), dtype=np.float32)
    values[0, 5], values[3, 0] = 1.0, -1.0
    image, layout = painted(
        lambda p, rect: paint_values(p, rect, picture_of(values), theme), theme=theme
    )

    def seen(row, column):
        rect = layout.grid.cell_rect(row, column)
        return colour_at(image, rect.center())

    assert seen(0, 5) == theme.positive.lower()
    assert seen(3, 0) == theme.negative.lower()
    assert seen(1, 1) == theme.panel.lower()


def test_levels_are_symmetric(qapp):
    theme = THEMES["light"]
    values = np.array([[0.02, -0.02]], dtype=np.float32)
    image, layout = painted(
        lambda p, rect: paint_values(p, rect, picture_of(values, level=0.04), theme)
    )
    lut = diverging_lut(theme)
    assert colour_at(image, layout.grid.cell_rect(0, 0).center()) == lut_colour(lut, 191)
    assert colour_at(image, layout.grid.cell_rect(0, 1).center()) == lut_colour(lut, 64)


@pytest.mark.parametrize(("positions", "d_model"), [(1, 2), (20, 32), (128, 512)])
def test_labels_never_overlap(qapp, positions, d_model):
    shown = snapshot(positions=positions, d_model=d_model, tokens=TOKENS[:positions])
    picture = table_picture(shown, positions)
    _, layout = painted(
        lambda p, rect: paint_values(p, rect, picture, THEMES["light"]), width=520, height=380
    )
    assert not overlaps([label.rect for label in (*layout.rows, *layout.columns)])


# ---------------------------------------------------------------------------- the dimensions


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0, 1, 20", (0, 1, 20)),
        ("20 1;1", (20, 1)),
        ("99, 31", (31,)),
        ("", ()),
        ("dimension −3", (3,)),
        ("9" * 40, ()),
        (",".join(map(str, range(30))), tuple(range(8))),
    ],
)
def test_parse_dimensions(text, numbers):
    assert parse_dimensions(text, 32) == numbers


def test_first_dimensions_exist():
    assert first_dimensions(128) == (0, 1, 32, 64)
    assert first_dimensions(1) == (0,)


# --------------------------------------------------------------------------------- the panel


@pytest.fixture
def panel(qtbot):
    panel = PositionsPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.resize(1200, 600)
    panel.furnish()
    panel.show()
    panel.set_snapshot(snapshot())
    panel.grab()
    return panel


def test_before_a_model(qtbot):
    panel = PositionsPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.set_snapshot(None)
    assert isinstance(panel.currentWidget(), QLabel)


def test_curves_that_come_late_show_what_the_others_show(qtbot):
    panel = PositionsPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.set_theme(THEMES["dark"])
    panel.show()
    panel.set_snapshot(snapshot())
    panel.grab()
    assert panel.table.layout_now().grid.rows == 32
    panel.furnish()
    assert panel.curves.dimensions() == (0, 1, 8, 16)
    assert panel.curves.plot.backgroundBrush().color().name() == THEMES["dark"].panel.lower()


def test_all_three_are_drawn(panel):
    assert panel.table.layout_now().grid.rows == 32
    assert panel.similarity.layout_now().grid.columns == 32
    assert panel.curves.dimensions() == (0, 1, 8, 16)
    assert len(panel.curves.plot.listDataItems()) == 4


def test_every_curve_is_named(panel):
    assert sorted(panel.curves._legend.places()) == [0, 1, 2, 3]


def test_more_positions(panel):
    panel.how_many.setValue(64)
    panel.grab()
    assert panel.table.layout_now().grid.rows == 64
    assert len(panel.curves.plot.listDataItems()[0].getData()[0]) == 64


def test_other_dimensions(panel, qtbot):
    panel.dimensions.selectAll()
    qtbot.keyClicks(panel.dimensions, "3, 99, 5")
    qtbot.keyClick(panel.dimensions, Qt.Key.Key_Return)
    assert panel.dimensions.text() == "3, 5"
    assert panel.curves.dimensions() == (3, 5)
    panel.dimensions.setText("nothing")
    panel.dimensions.editingFinished.emit()
    assert panel.dimensions.text() == "3, 5"


def test_choices_stay_while_the_model_stays(panel):
    panel.how_many.setValue(10)
    shown = panel._snapshot
    panel.set_snapshot(dataclasses.replace(shown, tokens=("a", "b")))
    assert panel.how_many.value() == 10
    panel.set_snapshot(dataclasses.replace(shown, tokens=("a",) * 20))
    assert panel.how_many.value() == 20
    panel.set_snapshot(dataclasses.replace(shown, model=summary("other")))
    assert panel.how_many.value() == 32


def test_hidden_it_does_no_work(panel):
    panel.hide()
    panel.set_snapshot(snapshot(d_model=16))
    assert panel.curves.dimensions() == (0, 1, 8, 16)
    panel.show()
    assert panel.curves.dimensions() == (0, 1, 8)


def test_plot_is_only_read(panel):
    view = panel.curves.plot.getViewBox()
    assert view.state["mouseEnabled"] == [False, False]
    assert not view.menuEnabled()


def test_hover_is_passed_on(panel, qtbot):
    heard = emissions(panel)
    place = panel.table.layout_now().grid.cell_rect(2, 0).center().toPoint()
    hover(qtbot, panel.table, place)
    assert plain(heard[-1][1]) == "0.9093 · position 2 “猫”, dimension 0"
    assert panel.table.cell_sentence(2, 0) == heard[-1][1]


def test_names_languages_and_themes(panel):
    for widget in focusable(panel):
        if widget.isVisible():
            assert spoken_name(widget), widget
    with marked_language():
        panel.grab()
        assert panel.table.accessibleName() == "«Positional encodings»"
    panel.set_theme(dark_theme("presentation"))
    panel.grab()


def test_numbers_can_be_read_with_the_keyboard(panel, qtbot):
    heard = emissions(panel)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(panel.table, key)
    assert plain(heard[-1][1]) == "0.9093 · position 2 “猫”, dimension 0"
    assert panel.table.accessibleDescription() == heard[-1][1]
    assert panel.table.cursor_rect() == panel.table.layout_now().grid.cell_rect(2, 0)
    qtbot.keyClick(panel.similarity, Qt.Key.Key_Home)
    assert heard[-1][1].startswith("cosine 1.0000")
