"""Which heads a picture is about."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.ui.pictures import THEMES
from tests.viz_app.ui.probes import emissions, focusable, marked_language, spoken_name
from tests.viz_app.ui.states import shown
from viz_app.state.attention_options import AttentionOptions
from viz_app.state.attention_view import resolve_focus
from viz_app.ui.attention.head_bar import HeadBar


@pytest.fixture
def bar(qtbot):
    bar = HeadBar(THEMES["light"])
    qtbot.addWidget(bar)
    bar.show()
    return bar


def show(bar, **options):
    chosen = AttentionOptions(**options)
    state = dataclasses.replace(shown(), attention=chosen)
    bar.show_options(chosen, resolve_focus(state))


def test_the_heatmap_shows_one_head_that_the_mosaic_chooses(bar):
    show(bar, view="focus")
    assert not bar.head_button(0).isVisible()
    assert bar.combination.currentData() == "head"


@pytest.mark.parametrize("view", ["links", "text"])
def test_links_and_text_are_about_chosen_heads(bar, view):
    show(bar, view=view)
    assert [bar.head_button(head).isChecked() for head in (0, 1)] == [True, False]
    show(bar, view=view, heads=(0, 1))
    assert bar.every.isChecked()


def test_a_mean_is_about_all_heads_until_some_are_chosen(bar):
    show(bar, view="focus", combination="mean")
    assert bar.head_button(1).isVisible()
    assert bar.every.isChecked()


def test_rollout_is_always_about_all_heads(bar):
    show(bar, view="links", combination="rollout")
    assert not bar.head_button(0).isVisible()


def test_only_links_have_a_threshold(bar):
    show(bar, view="links", mass=0.8)
    assert bar.mass.isVisible()
    assert bar.mass.currentData() == 0.8
    show(bar, view="text")
    assert not bar.mass.isVisible()


def test_buttons_and_choices_are_intents(bar, qtbot):
    show(bar, view="links")
    heard = emissions(bar)
    qtbot.mouseClick(bar.head_button(1), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(bar.every, Qt.MouseButton.LeftButton)
    qtbot.keyClick(bar.combination, Qt.Key.Key_Down)
    qtbot.keyClick(bar.mass, Qt.Key.Key_Down)
    assert heard == [
        ("head_toggled", 1),
        ("all_heads_chosen", True),
        ("option_picked", "combination", "mean"),
        ("option_picked", "mass", 0.95),
    ]


def test_showing_is_no_intent(bar):
    heard = emissions(bar)
    show(bar, view="links", combination="max", mass=0.5)
    assert heard == []


def test_everything_has_a_name_and_a_tip(bar):
    show(bar, view="links")
    for widget in focusable(bar):
        assert spoken_name(widget), widget
        assert widget.toolTip(), widget


def test_texts_follow_the_language(bar):
    show(bar, view="links")
    with marked_language():
        assert bar.combination.itemText(1) == "«Mean over heads»"
        assert bar.every.text() == "«All»"
        assert bar.head_button(0).accessibleName().startswith("«")
