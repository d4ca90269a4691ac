"""The scaling tab: what it shows and what it asks for."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.model.anatomies import anatomy_of
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES, colour_at
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.states import room
from viz_app.design.theme import dark_theme
from viz_app.panels.scaling.panel import SCALING
from viz_app.panels.scaling.room import ScalingState, resolve_scaling
from viz_app.panels.scaling.view import ScalingPanel
from viz_app.workbench.state import Cell, Selection


def random(**choices):
    return resolve_scaling(room(ScalingState(**choices), tab="scaling"))


def head(kind="cross", *, step=3, arrived=True, **choices):
    selection = Selection(kind=kind, layer=1, head=1, step=step)
    own = ScalingState(vectors="head", anatomy=anatomy_of(kind) if arrived else None, **choices)
    return resolve_scaling(room(own, selection=selection, tab="scaling"))


@pytest.fixture
def store():
    return heard_room(SCALING)


@pytest.fixture
def panel(qtbot, store):
    panel = on_screen(qtbot, ScalingPanel(THEMES["light"], store.handle), size=(1200, 700))
    panel.set_snapshot(random())
    panel.grab()
    return panel


# ------------------------------------------------------------------------------ what is shown


def test_both_sides_have_the_numbers_of_the_study(panel):
    study = random().study
    for column, side in ((panel.plain, study.plain), (panel.scaled, study.scaled)):
        assert len(column.histogram.spots().rects) == 81
        assert len(column.softmax.spots().rects) == 3 * 8  # × 1 is one of the usual factors
        variance = f"{side.histogram.variance:.3g}"
        assert variance in column.histogram.accessibleDescription()
        own = side.own
        best = int(own.weights.argmax())
        said = column.softmax.picture.say(8 + best)
        assert said.startswith(f"weight {own.weights[best]:.4f} · key k{best + 1}")
        rows = np.unravel_index(abs(own.jacobian).argmax(), own.jacobian.shape)
        said = column.jacobian.picture.say(Cell(*map(int, rows))).replace("\N{MINUS SIGN}", "-")
        assert f"{own.jacobian[rows]:.4f}" in said


def test_on_average_over_the_draws_derivatives_shrink_without_the_division_as_the_text_says(panel):
    """What the first picture shows; of its one draw alone it would be wrong."""
    study = random().study
    assert study.plain.own.steepest > study.scaled.own.steepest
    at_64 = {
        name: column.steepest.picture.say(6)
        for name, column in (("plain", panel.plain), ("scaled", panel.scaled))
    }
    assert all(said.startswith("d_k = 64 · largest derivative 0.") for said in at_64.values())
    means = {name: float(said.split()[6]) for name, said in at_64.items()}
    assert means["plain"] < means["scaled"] / 2
    (table,) = panel.plain.steepest.shown_values()
    assert table.rows == ("1", "2", "4", "8", "16", "32", "64", "128", "256", "512")
    falling = table.values[2:, 0]
    assert (np.diff(falling) < 0.01).all()
    assert falling[-1] < falling[0] / 4
    (table,) = panel.scaled.steepest.shown_values()
    assert np.ptp(table.values[:, 0]) < 0.05


def test_each_factor_has_a_group_and_the_users_is_the_last(panel):
    said = []
    for factor, groups in ((1.0, ()), (0.3, ("0.3",)), (0.2, ("0.2",))):
        panel.set_snapshot(random(factor=factor))
        (table,) = panel.scaled.softmax.shown_values()
        assert table.rows == tuple(f"× {name}" for name in ("0.1", "1", "10", *groups))
        said.append(
            [panel.plain.softmax.picture.say(place) for place in range(8 * len(table.rows))]
        )
    assert said[0] == said[1][:24] == said[2][:24]
    assert said[1][24:] != said[2][24:]
    assert "after × 0.2" in said[2][-1]


def test_the_cursor_stays_at_its_bar_while_a_slider_moves(panel, qtbot):
    panel.set_snapshot(random(factor=0.3))
    panel.grab()
    for _ in range(3):
        qtbot.keyClick(panel.plain.softmax, Qt.Key.Key_Right)
    place = panel.plain.softmax.cursor_rect()
    panel.set_snapshot(random(factor=0.2))
    panel.grab()
    assert panel.plain.softmax.cursor_rect() == place


def test_a_head_is_shown_in_its_kinds_colour_with_its_tokens(panel):
    panel.set_snapshot(head("encoder"))
    panel.grab()
    assert len(panel.plain.softmax.spots().rects) == 3 * 4
    assert "key “我”" in plain(panel.plain.softmax.picture.say(0))
    weights = anatomy_of("encoder").weights[0]
    assert panel.scaled.softmax.picture.say(4).startswith(f"weight {weights[0]:.4f}")
    image = panel.scaled.softmax.grab().toImage()
    column = panel.scaled.softmax.spots().rects[4 + int(weights.argmax())]
    foot = column.center()
    foot.setY(column.bottom() - 2)
    assert colour_at(image, foot) == THEMES["light"].encoder.lower()


def test_a_head_stays_while_its_sentence_is_decoded_again_up_to_its_query(panel):
    shown = head()
    panel.set_snapshot(dataclasses.replace(shown, queries=shown.queries[:2]))
    assert shown.row == 3
    assert panel.plain.softmax.accessibleDescription() != ""
    panel.set_snapshot(dataclasses.replace(shown, queries=()))
    assert not panel.plain.softmax.isHidden()


def test_masked_keys_have_no_bar(panel):
    panel.set_snapshot(head("decoder", step=1))
    panel.grab()
    assert len(panel.plain.softmax.spots().rects) == 3 * 2


def test_a_heads_length_is_not_the_users_choice(panel):
    assert panel.sliders.d_k.isEnabled()
    panel.set_snapshot(head())
    assert not panel.sliders.d_k.isEnabled()
    assert panel.sliders.d_k.accessibleDescription() == "3"


def test_head_and_query_are_shown_where_they_are_chosen(panel):
    panel.set_snapshot(head("cross", step=2))
    choice = panel.choice
    assert choice.isVisible()
    assert not panel.again.isVisible()
    texts = [combo.currentText() for combo in (choice.kinds, choice.layer, choice.head)]
    assert texts == ["Cross", "layer 2", "head 2"]
    assert choice.query.currentText() == "have → a"
    panel.set_snapshot(random())
    assert panel.again.isVisible()
    assert not choice.isVisible()


def test_until_the_head_is_there_this_is_said(panel):
    panel.set_snapshot(head(arrived=False))
    assert panel._waiting.isVisible()
    assert panel._waiting.text() == "Computing this head…"
    untranslated = room(ScalingState(vectors="head"), tab="scaling", trace=None)
    panel.set_snapshot(resolve_scaling(untranslated))
    assert "Type a sentence" in panel._waiting.text()


def test_behind_another_tab_it_keeps_what_it_shows(panel):
    before = panel.plain.histogram.accessibleDescription()
    panel.set_snapshot(None)
    assert panel.plain.histogram.accessibleDescription() == before


# -------------------------------------------------------------------------------- the intents


def test_the_sliders_go_in_equal_ratios(panel, store):
    for slider, value in (("d_k", 9), ("d_k", 0), ("factor", 40), ("factor", -40), ("factor", -20)):
        getattr(panel.sliders, slider).setValue(value)
    assert store.heard[:2] == [("d_k_chosen", 512), ("d_k_chosen", 1)]
    assert [value for _, value in store.heard[2:]] == pytest.approx([100.0, 0.01, 0.1])


def test_showing_what_is_chosen_asks_for_nothing(panel, store):
    panel.set_snapshot(random(d_k=512, factor=10.0))
    panel.set_snapshot(head("decoder", factor=10.0))
    assert store.heard == []
    assert panel.sliders.factor.value() == 20


def test_what_can_be_chosen(panel, store):
    panel.again.click()
    panel.vectors.button("head").click()
    panel.set_snapshot(head("cross", step=2))
    panel.choice.head.setCurrentIndex(0)
    panel.choice.head.activated.emit(0)
    panel.choice.query.setCurrentIndex(4)
    panel.choice.query.activated.emit(4)
    assert store.heard == [
        ("vectors_drawn",),
        ("vectors", "head"),
        ("head_picked", "cross", 1, 0),
        ("query_chosen", 4),
    ]


# ---------------------------------------------------------------------------- names and sizes


def test_names_languages_and_themes(qtbot, store):
    with marked_language():
        shown = on_screen(qtbot, ScalingPanel(dark_theme("presentation"), store.handle), head())
        assert shown.plain.histogram.accessibleName() == "«Products q·k»"
        assert shown.again.text() == "«Resample»"
    for widget in focusable(shown):
        assert spoken_name(widget) or not widget.isVisible(), widget


def test_a_formula_keeps_away_from_the_edge_of_its_panel(panel):
    for column in (panel.plain, panel.scaled):
        bottom = column.formula.mapTo(column, column.formula.rect().bottomLeft()).y()
        assert column.formula.isVisible()
        assert column.height() - bottom >= 2 * column.theme.unit


def test_the_text_stands_beside_where_there_is_room(panel, qtbot):
    page = panel.lesson_page
    qtbot.waitUntil(page.text.isVisible)
    panel.resize(868, 430)
    qtbot.waitUntil(lambda: not page.text.isVisible())
    assert panel.minimumSizeHint().width() <= 868
    panel.set_snapshot(head())
    assert panel.minimumSizeHint().width() <= 868
