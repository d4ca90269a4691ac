import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from model.traces.trace import KINDS
from tests.viz_app.anatomies import walking
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.one_head.equations import view_of
from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from viz_app.design.theme import light_theme
from viz_app.panels.one_head.pictures.texts import stage_formula, stage_page
from viz_app.panels.one_head.room import STAGES, resolve_one_head
from viz_app.panels.one_head.view.panel import OneHeadPanel
from viz_app.pictures.typeset import spoken_formulas
from viz_app.workbench.state import Cell

ALT = Qt.KeyboardModifier.AltModifier


def snapshot_of(kind="cross", **choices):
    return resolve_one_head(walking(kind, **choices))


@pytest.fixture
def panel(qtbot):
    panel = on_screen(qtbot, OneHeadPanel(THEMES["light"]), size=(1248, 640))
    panel.set_snapshot(snapshot_of(stage="scale"))
    return panel


def test_without_a_head_it_says_what_to_do(panel):
    panel.set_snapshot(None)
    assert not panel.equation.isVisible()
    assert not panel.bar.isVisible()


def test_it_says_which_stage_of_nine_this_is(panel):
    for number, stage in enumerate(STAGES, start=1):
        panel.set_snapshot(snapshot_of(stage=stage))
        assert panel.heading.text().startswith(f"Stage {number} of 9: ")
        assert panel.bar.button(stage).isChecked()


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_every_stage_has_a_typeset_formula(panel, norm):
    seen = set()
    for stage in STAGES:
        for projection, share in (("q", "head"), ("k", "heads"), ("v", "head")):
            snapshot = snapshot_of(norm=norm, stage=stage, projection=projection, share=share)
            panel.set_snapshot(snapshot)
            name = stage_formula(snapshot.choices, snapshot.anatomy)
            assert panel.formula.accessibleName() == spoken_formulas()[name]
            seen.add(name)
    assert len(seen) == 12


def test_buttons_walk_forwards_and_backwards(panel, qtbot):
    heard = emissions(panel)
    qtbot.mouseClick(panel.forward_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.back_button, Qt.MouseButton.LeftButton)
    assert heard == [("stage_picked", "mask"), ("stage_picked", "product")]


def test_keys_walk_forwards_and_backwards(panel, qtbot):
    heard = emissions(panel)
    for child in (panel.equation.views[0], panel.choice.layer, panel):
        qtbot.keyClick(child, Qt.Key.Key_Right, ALT)
        qtbot.keyClick(child, Qt.Key.Key_Left, ALT)
    picked = [stage for name, stage in heard if name == "stage_picked"]
    assert picked == ["mask", "product"] * 3


def test_the_walk_has_two_ends(panel, qtbot):
    heard = emissions(panel)
    panel.set_snapshot(snapshot_of(stage="project"))
    assert not panel.back_button.isEnabled()
    panel.back()
    panel.set_snapshot(snapshot_of(stage="add"))
    assert not panel.forward_button.isEnabled()
    panel.forward()
    panel.set_snapshot(None)
    panel.forward()
    assert heard == []


def test_parts_are_offered_where_a_stage_has_some(panel, qtbot):
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(stage=stage))
        assert panel.projections.isVisible() == (stage == "project")
        assert panel.shares.isVisible() == (stage == "output")
    heard = emissions(panel)
    panel.set_snapshot(snapshot_of(stage="project"))
    qtbot.mouseClick(panel.projections.button("v"), Qt.MouseButton.LeftButton)
    panel.set_snapshot(snapshot_of(stage="output"))
    qtbot.mouseClick(panel.shares.button("heads"), Qt.MouseButton.LeftButton)
    assert heard == [("projection_picked", "v"), ("share_picked", "heads")]


def test_a_click_on_a_cell_asks_to_take_it_apart(panel, qtbot):
    panel.grab()
    heard = emissions(panel)
    view = view_of(panel.equation, "scores")
    place = view.spots().grid.cell_rect(4, 2).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert ("cell_picked", "scores", Cell(4, 2)) in heard


def test_the_cell_is_taken_apart_beside_the_matrices(panel, qtbot):
    assert not panel.zoom.isVisible()
    panel.set_snapshot(snapshot_of(stage="scale", zoomed="scores", cell=Cell(4, 2)))
    assert panel.zoom.isVisible()
    assert panel.equation.isVisible()
    heard = emissions(panel)
    qtbot.keyClick(panel.equation.views[0], Qt.Key.Key_Escape)
    qtbot.mouseClick(panel.zoom.close_button, Qt.MouseButton.LeftButton)
    assert heard == [("zoom_ended",)] * 2
    panel.set_snapshot(snapshot_of(stage="scale"))
    assert not panel.zoom.isVisible()
    qtbot.keyClick(panel.equation.views[0], Qt.Key.Key_Escape)
    assert len(heard) == 2


def test_choosers_are_passed_on(panel, qtbot):
    heard = emissions(panel)
    qtbot.mouseClick(panel.choice.kinds.button("encoder"), Qt.MouseButton.LeftButton)
    qtbot.keyClick(panel.choice.head, Qt.Key.Key_Up)
    qtbot.keyClick(panel.choice.query, Qt.Key.Key_Up)
    assert heard == [
        ("head_picked", "encoder", 1, 1),
        ("head_picked", "cross", 1, 0),
        ("query_picked", 2),
    ]


def test_numbers_stay_while_another_head_is_computed(panel):
    shown = panel.equation.shown()
    place = dataclasses.replace(snapshot_of().place, head=0)
    waiting = dataclasses.replace(snapshot_of(), place=place, anatomy=None, matrices=(), cell=None)
    panel.set_snapshot(waiting)
    assert panel.choice.head.currentIndex() == 0
    assert panel.equation.shown() == shown


def test_the_text_beside_explains_the_stage(panel):
    titles = set()
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(stage=stage))
        assert panel.lesson_page.text.accessibleName() == stage_page(stage).title
        titles.add(stage_page(stage).title)
    assert len(titles) == 9


def test_every_word_follows_the_language(panel):
    panel.set_snapshot(snapshot_of(stage="softmax", zoomed="weights", cell=Cell(3, 1)))
    with marked_language():
        assert panel.heading.text().startswith("«Stage 5 of 9")
        assert "«attention weights»" in [p.name for p in panel.equation.shown()]
        assert spoken_name(panel.forward_button) == "«Stage forward»"
        panel.set_snapshot(None)
        assert panel.currentWidget().text().startswith("«")


@pytest.mark.parametrize("kind", KINDS)
def test_everything_that_the_keyboard_reaches_has_a_name(panel, kind):
    for stage in STAGES:
        panel.set_snapshot(snapshot_of(kind, stage=stage, zoomed="weights"))
        nameless = [
            child for child in focusable(panel) if child.isVisible() and not spoken_name(child)
        ]
        assert nameless == []


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_it_fits_the_smallest_window_at_any_stage(qtbot, size):
    theme = light_theme(size)
    extent = round(868 * theme.scale), round(345 * theme.scale)
    panel = on_screen(qtbot, OneHeadPanel(theme), size=extent)
    panel.set_snapshot(snapshot_of())
    assert not panel.lesson_page.text.isVisible()
    for stage in STAGES:
        for choices in ({}, {"zoomed": "products"}):
            panel.set_snapshot(snapshot_of(stage=stage, **choices))
            assert panel.minimumSizeHint().width() <= 868 * theme.scale
            assert panel.minimumSizeHint().height() <= 345 * theme.scale


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
    qtbot.mouseClick(panel.lesson_page.explain, Qt.MouseButton.LeftButton)
    assert panel.lesson_page.text.isVisible()
    panel.set_snapshot(snapshot_of(stage="product"))
    assert panel.lesson_page.text.isVisible()


def test_another_theme_repaints(panel):
    before = panel.grab().toImage()
    panel.set_theme(THEMES["dark"])
    assert panel.grab().toImage() != before


def test_the_same_snapshot_again_changes_nothing(panel):
    before = panel.equation.shown()
    panel.set_snapshot(dataclasses.replace(panel._snapshot))
    assert all(one is other for one, other in zip(panel.equation.shown(), before, strict=True))
