"""The one-head tab: matrices, stage bar, panel."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from model.lessons.one_head import SHAPES
from model.traces.trace import KINDS
from tests.every import every
from tests.viz_app.anatomies import walking
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES, overlaps
from tests.viz_app.panels.one_head.equations import view_of
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from viz_app.design.theme import light_theme
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.one_head.pictures.matrices import matrix_picture, matrix_pictures
from viz_app.panels.one_head.pictures.texts import stage_formula, stage_page
from viz_app.panels.one_head.room import STAGES, resolve_one_head
from viz_app.panels.one_head.view.panel import EquationView, OneHeadPanel, StageBar
from viz_app.pictures.typeset import spoken_formulas
from viz_app.workbench.state import Cell

ALT = Qt.KeyboardModifier.AltModifier
KEYS = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def snapshot_of(kind="cross", **choices):
    return resolve_one_head(walking(kind, **choices))


@pytest.fixture
def room():
    return heard_room(ONE_HEAD)


# -------------------------------------------------------------------------------------- one matrix


def picture_of(matrix, kind="cross", **choices):
    snapshot = snapshot_of(kind, **choices)
    return matrix_picture(snapshot, snapshot.anatomy, matrix)


@pytest.fixture
def view(qtbot, room):
    """A view of the equation, with one matrix."""
    equation = on_screen(qtbot, EquationView(THEMES["light"], room.handle), size=(480, 360))
    equation.set_pictures([picture_of("weights")])
    grabbed(equation)
    return equation.views[0]


def place_of(view, row, column):
    return view.spots().grid.cell_rect(row, column).center().toPoint()


def test_hover_says_the_exact_number_the_tokens_and_the_head(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, 3, 1))
    number, rest = said[0].split(" · ", 1)
    name, value = number.split(": ")
    assert name == "attention weights"
    said_value = float(value.replace("−", "-"))
    assert said_value == pytest.approx(view.picture.anatomy.weights[3, 1], rel=1e-4)
    assert rest == "query “a” → “cat”, key “有” (have) · cross, layer 2, head 2"


@every("matrix", sorted(set(SHAPES) - {"mask"}))
def test_every_number_of_every_matrix_is_said_to_four_digits(matrix, qapp):
    picture = picture_of(matrix)
    for row, column in np.ndindex(picture.values.shape):
        words = plain(picture.say(Cell(row, column))).split(" · ")[0].split()
        said = float(words[-1].replace("−", "-"))
        assert said == pytest.approx(picture.values[row, column], rel=1e-4, abs=1e-12)


def test_dimensions_features_and_heads_are_said_by_number(qapp):
    said = {
        matrix: plain(picture_of(matrix).say(Cell(1, 2))).split(" · ")[1]
        for matrix in ("q", "w_q", "contributions", "k_transposed")
    }
    assert said == {
        "q": "query “I” → “have”, dimension 2",
        "w_q": "feature 1, dimension 2",
        "contributions": "head 2, feature 2",
        "k_transposed": "dimension 1, key “猫” (cat)",
    }


def test_masked_cells_say_so(qapp):
    masked = picture_of("masked_scores", "decoder")
    assert masked.say(Cell(1, 4)).startswith("masked scores: −∞ (masked)")
    mask = picture_of("mask", "decoder")
    assert mask.say(Cell(1, 4)).startswith("mask: 0 (masked)")
    assert mask.say(Cell(4, 1)).startswith("mask: 1 (may attend)")


def test_a_click_picks_a_cell(view, room, qtbot):
    qtbot.mouseClick(view, LEFT, pos=place_of(view, 4, 2))
    assert room.heard == [("cell_chosen", "weights", Cell(4, 2))]
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=place_of(view, 4, 2))
    assert len(room.heard) == 1


@pytest.mark.parametrize("key", [KEYS.Key_Return, KEYS.Key_Enter, KEYS.Key_Space])
def test_keys_move_say_and_pick(view, room, qtbot, key):
    qtbot.keyClick(view, key)
    assert room.heard == [], "there is no cursor yet"
    said = said_by(view)
    qtbot.keyClick(view, KEYS.Key_Right)
    assert "key “我”" in said[-1]  # the first move goes to the query's row
    assert "“a” → “cat”" in said[-1]
    assert view.cursor_rect() == view.spots().grid.cell_rect(3, 0)
    qtbot.keyClick(view, KEYS.Key_Right)
    qtbot.keyClick(view, KEYS.Key_Down)
    assert "key “有”" in said[-1]
    qtbot.keyClick(view, key)
    assert room.heard == [("cell_chosen", "weights", Cell(4, 1))]


def test_the_keyboard_stays_where_it_was_in_a_matrix_of_the_same_shape(view, room, qtbot):
    qtbot.keyClick(view, KEYS.Key_End)
    qtbot.keyClick(view, KEYS.Key_End)
    view.parentWidget().set_pictures([picture_of("scores")])
    qtbot.keyClick(view, KEYS.Key_Return)
    assert room.heard == [("cell_chosen", "scores", Cell(3, 3))]
    view.parentWidget().set_pictures([picture_of("q")])
    qtbot.keyClick(view, KEYS.Key_Return)
    assert len(room.heard) == 1


def test_a_screen_reader_hears_name_shape_and_head(view):
    assert spoken_name(view) == "A: attention weights"
    assert "[query, key] = [6, 4]" in view.accessibleDescription()
    assert "cross, layer 2, head 2" in view.accessibleDescription()


# ---------------------------------------------------------------------------------------- equation


def pictures_of(norm="pre", **choices):
    return matrix_pictures(snapshot_of(norm=norm, **choices))


@pytest.fixture
def equation(qtbot, room):
    return on_screen(qtbot, EquationView(THEMES["light"], room.handle), size=(900, 400))


def places(equation):
    return [part.geometry() for part in equation.views if part.isVisible()]


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_reads_as_an_equation(equation, stage):
    equation.set_pictures(pictures_of(stage=stage))
    shown = equation.pictures
    assert tuple(picture.matrix for picture in shown) == snapshot_of(stage=stage).matrices
    assert shown[0].operator in {"", "Σ"}
    assert shown[-1].operator.endswith("=") or stage == "concatenate"
    assert len(places(equation)) == len(shown)
    assert overlaps([place.toRectF() for place in places(equation)]) == []


def test_matrices_stand_side_by_side_and_wide_ones_below_one_another(equation):
    equation.set_pictures(pictures_of(stage="values"))
    lefts = [place.left() for place in places(equation)]
    assert lefts == sorted(set(lefts))
    assert {place.top() for place in places(equation)} == {0}
    equation.set_pictures(pictures_of(stage="add"))
    assert equation.columns() == 1
    assert {place.width() for place in places(equation)} == {900}
    for width, columns in ((900, 3), (500, 2)):
        equation.resize(width, 200)
        assert equation.columns() == columns


def test_columns_of_stacked_matrices_stand_in_one_line(equation):
    equation.resize(900, 600)
    equation.set_pictures(pictures_of(stage="output", share="heads"))
    grabbed(equation)
    one, other = (view_of(equation, name).spots().grid for name in ("contributions", "output"))
    assert one.left == pytest.approx(other.left, abs=1)
    assert one.cell_width == pytest.approx(other.cell_width, rel=0.01)


def test_matrices_of_the_stage_before_are_gone(equation):
    equation.set_pictures(pictures_of("post", stage="add"))
    assert [picture.operator for picture in equation.pictures] == ["", "+", "=", "LayerNorm ="]
    equation.set_pictures(pictures_of(stage="scale"))
    assert view_of(equation, "after") is None
    assert len(places(equation)) == 2
    equation.set_pictures(())
    assert places(equation) == []
    (label,) = (child for child in equation.findChildren(QLabel) if child.isVisible())
    assert label.text() == "Computing the values…"
    equation.set_pictures(pictures_of(stage="scale"))
    assert not label.isVisible()


@pytest.mark.parametrize("stage", ["project", "product", "scale", "mask", "softmax", "values"])
def test_cells_begin_in_one_line_and_rows_of_the_same_tokens_are_equally_high(equation, stage):
    equation.set_pictures(pictures_of(stage=stage))
    grabbed(equation)
    shown = [part for part in equation.views if part.isVisible()]
    grids = [part.spots().grid for part in shown]
    assert len({grid.top for grid in grids}) == 1
    for axis in ("query", "key"):
        alike = [
            grid.cell_height
            for part, grid in zip(shown, grids, strict=True)
            if SHAPES[part.picture.matrix].rows == axis
        ]
        assert len(set(alike)) <= 1
    for part, grid in zip(shown, grids, strict=True):
        assert grid.rect.bottom() <= part.picture_rect().bottom()
        assert all(
            label.rect.center().y() == pytest.approx(grid.middle(label.index, 0).y(), abs=1)
            for label in part.spots().rows
        )


def test_before_and_after_the_division_have_the_same_colours_and_say_their_spread(qapp):
    products, scores = pictures_of(stage="scale")
    assert scores.operator == "÷ √3 ="
    assert products.level == scores.level
    for picture in (products, scores):
        assert picture.name.endswith(f"std {np.std(picture.values):.2f}")
    assert np.allclose(products.values / np.sqrt(3), scores.values)


# --------------------------------------------------------------------------------------- stage bar


RESULTS = {
    "project": "q",
    "product": "products",
    "scale": "scores",
    "mask": "masked_scores",
    "softmax": "weights",
    "values": "context",
    "concatenate": "concatenation",
    "output": "contribution",
    "add": "added",
}


@pytest.fixture
def bar(qtbot, room):
    bar = on_screen(qtbot, StageBar(THEMES["light"], room.handle), size=(900, 60))
    bar.set_snapshot(snapshot_of("decoder", query=4, stage="mask"))
    return bar


def test_every_stage_has_a_button_that_says_where_it_is_and_one_is_pressed(bar):
    assert [stage for stage in STAGES if bar.buttons[stage].isChecked()] == ["mask"]
    assert spoken_name(bar.buttons["scale"]).startswith("Stage 3 of 9: ")
    assert all(bar.buttons[stage].toolTip() for stage in STAGES)


def test_clicks_and_arrow_keys_ask_for_a_stage(bar, room, qtbot):
    qtbot.mouseClick(bar.buttons["values"], LEFT)
    bar.buttons["values"].setFocus()
    qtbot.keyClick(bar.buttons["values"], KEYS.Key_Right)
    qtbot.keyClick(bar.buttons["concatenate"], KEYS.Key_Left)
    stages = ("values", "concatenate", "values")
    assert room.heard == [("stage_chosen", stage) for stage in stages]


@pytest.mark.parametrize("kind", KINDS)
def test_strips_show_the_query_s_row_of_what_comes_out(bar, kind):
    snapshot = snapshot_of(kind, query=2)
    bar.set_snapshot(snapshot)
    for stage, matrix in RESULTS.items():
        expected = getattr(snapshot.anatomy, matrix)[snapshot.query]
        np.testing.assert_array_equal(bar.buttons[stage].strip.values, expected[None])
    hidden = bar.buttons["mask"].strip.hidden[0]
    np.testing.assert_array_equal(hidden, ~snapshot.anatomy.mask[snapshot.query])


def test_strips_follow_what_a_stage_shows(bar):
    for snapshot, stage, expected in (
        (snapshot_of(projection="v"), "project", lambda one: one.anatomy.v[one.key]),
        (snapshot_of(share="heads"), "output", lambda one: one.anatomy.output[3]),
        (snapshot_of(norm="post"), "add", lambda one: one.anatomy.after[3]),
    ):
        bar.set_snapshot(snapshot)
        np.testing.assert_array_equal(bar.buttons[stage].strip.values[0], expected(snapshot))


def test_strips_are_painted_in_their_buttons(bar):
    button = bar.buttons["values"]
    grid = button.strip_grid()
    assert button.rect().toRectF().contains(grid.rect)
    image = button.grab().toImage()
    colours = {image.pixelColor(grid.middle(0, column).toPoint()).name() for column in range(3)}
    assert len(colours) == 3


# ------------------------------------------------------------------------------------------- panel


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, OneHeadPanel(THEMES["light"], room.handle), size=(1248, 640))
    panel.set_snapshot(snapshot_of(stage="scale"))
    return panel


def test_without_a_head_it_says_what_to_do(panel):
    panel.set_snapshot(None)
    assert not panel.equation.isVisible()
    assert panel.currentWidget().text() == "Type a sentence to walk through a head."


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_every_stage_has_a_number_a_text_and_a_typeset_formula(panel, norm):
    seen, titles = set(), set()
    for number, stage in enumerate(STAGES, start=1):
        for projection, share in (("q", "head"), ("k", "heads"), ("v", "head")):
            snapshot = snapshot_of(norm=norm, stage=stage, projection=projection, share=share)
            panel.set_snapshot(snapshot)
            name = stage_formula(snapshot.choices, snapshot.anatomy)
            assert panel.formula.accessibleName() == spoken_formulas()[name]
            seen.add(name)
        assert panel.heading.text().startswith(f"Stage {number} of 9: ")
        assert panel.lesson_page.text.accessibleName() == stage_page(stage).title
        titles.add(stage_page(stage).title)
    assert (len(seen), len(titles)) == (12, 9)


def test_buttons_and_keys_walk_forwards_and_backwards(panel, room, qtbot):
    qtbot.mouseClick(panel.forward_button, LEFT)
    qtbot.mouseClick(panel.back_button, LEFT)
    for child in (panel.equation.views[0], panel.choice.layer, panel):
        qtbot.keyClick(child, KEYS.Key_Right, ALT)
        qtbot.keyClick(child, KEYS.Key_Left, ALT)
    walked = [("stage_chosen", "mask"), ("stage_chosen", "product")]
    assert room.heard == walked * 4


def test_the_walk_has_two_ends(panel, room):
    panel.set_snapshot(snapshot_of(stage="project"))
    assert not panel.back_button.isEnabled()
    panel.back()
    panel.set_snapshot(snapshot_of(stage="add"))
    assert not panel.forward_button.isEnabled()
    panel.forward()
    panel.set_snapshot(None)
    panel.forward()
    assert room.heard == []


def test_parts_are_offered_where_a_stage_has_some(panel, room, qtbot):
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(stage=stage))
        assert panel.projections.isVisible() == (stage == "project")
        assert panel.shares.isVisible() == (stage == "output")
    panel.set_snapshot(snapshot_of(stage="project"))
    qtbot.mouseClick(panel.projections.button("v"), LEFT)
    panel.set_snapshot(snapshot_of(stage="output"))
    qtbot.mouseClick(panel.shares.button("heads"), LEFT)
    assert room.heard == [("projection_chosen", "v"), ("share_chosen", "heads")]


def test_the_cell_is_taken_apart_beside_the_matrices(panel, room, qtbot):
    assert not panel.zoom.isVisible()
    panel.set_snapshot(snapshot_of(stage="scale", zoomed="scores", cell=Cell(4, 2)))
    assert panel.zoom.isVisible()
    assert panel.equation.isVisible()
    qtbot.keyClick(panel.equation.views[0], KEYS.Key_Escape)
    qtbot.mouseClick(panel.zoom.close_button, LEFT)
    assert room.heard == [("zoom_ended",)] * 2
    panel.set_snapshot(snapshot_of(stage="scale"))
    assert not panel.zoom.isVisible()
    qtbot.keyClick(panel.equation.views[0], KEYS.Key_Escape)
    assert len(room.heard) == 2


def test_choosing_head_and_query(panel, room, qtbot):
    qtbot.mouseClick(panel.choice.kinds.button("encoder"), LEFT)
    qtbot.keyClick(panel.choice.head, KEYS.Key_Up)
    qtbot.keyClick(panel.choice.query, KEYS.Key_Up)
    assert room.heard == [
        ("head_picked", "encoder", 1, 1),
        ("head_picked", "cross", 1, 0),
        ("query_chosen", 2),
    ]


def test_numbers_stay_while_another_head_is_computed(panel):
    shown, strip = panel.equation.pictures, panel.bar.buttons["softmax"].strip
    place = dataclasses.replace(snapshot_of().place, head=0)
    waiting = dataclasses.replace(snapshot_of(), place=place, anatomy=None)
    panel.set_snapshot(waiting)
    assert panel.choice.head.currentIndex() == 0
    assert panel.equation.pictures == shown
    assert panel.bar.buttons["softmax"].strip is strip


def test_every_word_is_in_the_language(qtbot, room):
    with marked_language():
        panel = on_screen(qtbot, OneHeadPanel(THEMES["light"], room.handle), size=(1248, 640))
        assert panel.bar.buttons["mask"].text() == "«mask»"
        panel.set_snapshot(snapshot_of(stage="softmax", zoomed="weights", cell=Cell(3, 1)))
        assert panel.heading.text().startswith("«Stage 5 of 9")
        assert spoken_name(panel.bar.buttons["scale"]).startswith("«Stage 3 of 9")
        assert "«attention weights»" in [p.name for p in panel.equation.pictures]
        for button, name in (
            (panel.forward_button, "Stage forward"),
            (panel.zoom.close_button, "Close"),
        ):
            assert spoken_name(button) == f"«{name}»"
        assert panel.zoom.note.text().startswith("«")
        panel.set_snapshot(None)
        assert panel.currentWidget().text().startswith("«")


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_the_keyboard_reaches_has_a_name(panel, kind):
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(kind, stage=stage, zoomed="weights"))
        seen = [child for child in focusable(panel) if child.isVisible()]
        assert [child for child in seen if not spoken_name(child)] == []


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_it_fits_the_smallest_window_at_any_stage(qtbot, room, size):
    theme = light_theme(size)
    extent = round(868 * theme.scale), round(345 * theme.scale)
    panel = on_screen(qtbot, OneHeadPanel(theme, room.handle), size=extent)
    for stage in STAGES:
        for choices in ({}, {"zoomed": "products"}):
            panel.set_snapshot(snapshot_of(stage=stage, **choices))
            assert not panel.lesson_page.text.isVisible()
            assert panel.minimumSizeHint().width() <= extent[0]
            assert panel.minimumSizeHint().height() <= extent[1]


def test_a_wide_window_can_be_made_narrow_again(panel):
    """The text goes at 1000 px: nothing keeps the window wider than that."""
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(stage=stage, zoomed="products"))
        panel.lesson_page.set_crowded(crowded=False)
        assert panel.lesson_page.text.isVisible()
        assert panel.minimumSizeHint().width() < 1000


def test_a_cell_that_is_taken_apart_has_the_room_of_the_text(panel, qtbot):
    panel.set_snapshot(snapshot_of(stage="product"))
    whole = view_of(panel.equation, "products").width()
    assert panel.lesson_page.text.isVisible()
    panel.set_snapshot(snapshot_of(stage="product", zoomed="products"))
    QApplication.processEvents()
    assert panel.zoom.isVisible()
    assert not panel.lesson_page.text.isVisible()
    assert view_of(panel.equation, "products").width() > 0.8 * whole
    qtbot.mouseClick(panel.lesson_page.explain, LEFT)
    assert panel.lesson_page.text.isVisible()
    panel.set_snapshot(snapshot_of(stage="product"))
    assert panel.lesson_page.text.isVisible()


def test_the_same_snapshot_again_changes_nothing(panel):
    before = panel.equation.pictures
    panel.set_snapshot(dataclasses.replace(panel._snapshot))
    assert all(one is other for one, other in zip(panel.equation.pictures, before, strict=True))
