"""Which heads a picture is about."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from tests.viz_app.states import shown, trace_of
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.views.head_bar import HeadBar
from viz_app.workbench.snapshots.attention import resolve_focus
from viz_app.workbench.state.attention_options import COMBINATIONS, AttentionOptions


@pytest.fixture
def bar(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    bar = HeadBar(AttentionIntents(window), window)
    row = QHBoxLayout(window)
    for part in (bar.combination, bar.button):
        row.addWidget(part)
    window.show()
    yield bar  # and the window stays


def show(bar, **options):
    chosen = AttentionOptions(**options)
    state = dataclasses.replace(shown(), attention=chosen)
    bar.show_options(chosen, resolve_focus(state))


def test_the_combination_is_shown(bar):
    for combination in COMBINATIONS:
        show(bar, view="focus", combination=combination)
        assert bar.combination.currentData() == combination


def mass_action(bar, mass):
    return next(action for action in bar.menu.actions() if action.data() == mass)


@pytest.mark.parametrize("view", ["links", "text"])
def test_links_and_text_are_about_chosen_heads(bar, view):
    show(bar, view=view)
    assert [action.isChecked() for action in bar.menu.actions()[:2]] == [True, False]
    show(bar, view=view, heads=(0, 1))
    assert bar.every.isChecked()


def test_a_mean_is_about_all_heads_until_some_are_chosen(bar):
    show(bar, view="focus", combination="mean")
    assert bar.every.isChecked()


def test_the_share_of_the_links_is_shown(bar):
    show(bar, view="links", mass=0.8)
    assert mass_action(bar, 0.8).isChecked()
    assert bar.button.text() == "Head 1 · 80%"


def show_heads(bar, count):
    state = shown(trace=trace_of(heads=count), attention=AttentionOptions(view="links"))
    bar.show_options(state.attention, resolve_focus(state))


def test_there_is_a_line_for_each_head(bar):
    for count in (2, 5, 3):
        show_heads(bar, count)
        texts = [action.text() for action in bar.menu.actions()[:count]]
        assert texts == [f"head {head + 1}" for head in range(count)]
        assert bar.menu.actions()[count] is bar.every


@pytest.mark.parametrize(
    ("heads", "text"),
    [((2,), "Head 3"), ((0, 2), "Heads 1, 3"), ((0, 1, 2, 4), "4 of 5 heads"), ((), "All heads")],
)
def test_the_button_says_which_heads_are_chosen(bar, heads, text):
    chosen = AttentionOptions(view="text", combination="mean", heads=heads)
    bar.show_options(chosen, resolve_focus(shown(trace=trace_of(heads=5), attention=chosen)))
    assert bar.button.text() == text


def test_the_menu_stays_open_while_heads_are_switched(bar, qtbot):
    show_heads(bar, 5)
    heard = emissions(bar)
    bar.menu.popup(bar.button.mapToGlobal(bar.button.rect().bottomLeft()))
    place = bar.menu.actionGeometry(bar.menu.actions()[3]).center()
    qtbot.mouseClick(bar.menu, Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(bar.menu, Qt.Key.Key_Up)
    qtbot.keyClick(bar.menu, Qt.Key.Key_Space)
    assert bar.menu.isVisible()
    assert heard == [("head_toggled", 3), ("head_toggled", 2)]
    qtbot.keyClick(bar.menu, Qt.Key.Key_Escape)
    assert not bar.menu.isVisible()


def test_buttons_and_choices_are_intents(bar, qtbot):
    show(bar, view="links")
    heard = emissions(bar)
    bar.menu.actions()[1].trigger()
    bar.every.trigger()
    qtbot.keyClick(bar.combination, Qt.Key.Key_Down)
    mass_action(bar, 0.95).trigger()
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
    for widget in focusable(bar.button.window()):
        assert spoken_name(widget), widget
        assert widget.toolTip(), widget


def test_texts_follow_the_language(bar):
    show(bar, view="links")
    with marked_language():
        bar.retranslate()
        assert bar.combination.itemText(1) == "«Mean over heads»"
        assert bar.every.text() == "«All»"
        assert bar.menu.actions()[0].text().startswith("«")
        assert bar.button.text().startswith("«")
