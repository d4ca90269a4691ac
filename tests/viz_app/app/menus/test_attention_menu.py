"""The options of the attention tab as a menu."""

import dataclasses

import pytest
from PySide6.QtWidgets import QMenu

from model.traces.head_measures import MEASURES
from tests.viz_app.probes import emissions, marked_language
from viz_app.app.menus.attention_menu import CHOICES, AttentionMenu
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.state.attention_options import (
    COMBINATIONS,
    SCALES,
    SPECIAL_CHOICES,
    VIEWS,
    AttentionOptions,
)

VALUES = {
    "view": VIEWS,
    "combination": COMBINATIONS,
    "special": SPECIAL_CHOICES,
    "scale": SCALES,
    "colour_map": COLOUR_MAPS,
    "tint": ("", *MEASURES),
}


@pytest.fixture
def attention(qtbot):
    parent = QMenu()
    qtbot.addWidget(parent)
    yield AttentionMenu(parent)  # which lives as long as its parent


@pytest.mark.parametrize("field", VALUES)
def test_every_value_of_an_option_has_an_entry(field):
    assert tuple(CHOICES[field]) == VALUES[field]


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in VALUES.items() for value in values],
)
def test_an_entry_picks_its_value(attention, field, value):
    heard = emissions(attention)
    attention.action(f"{field}_{value}").trigger()
    assert heard == [("option_picked", field, value or None)]


@pytest.mark.parametrize("field", ["side_by_side", "words"])
def test_a_switch_is_turned_on_and_off(attention, field):
    heard = emissions(attention)
    attention.action(field).trigger()
    attention.action(field).trigger()
    assert heard == [("option_picked", field, True), ("option_picked", field, False)]


def test_the_chosen_options_are_marked(attention):
    chosen = AttentionOptions(view="links", scale="log", tint="entropy", words=True)
    attention.set_options(chosen)
    for name in ("view_links", "scale_log", "tint_entropy", "special_shown", "words"):
        assert attention.action(name).isChecked()
    for name in ("view_grid", "scale_linear", "tint_", "side_by_side"):
        assert not attention.action(name).isChecked()


def test_heads_can_be_sorted_only_by_a_mark(attention):
    options = AttentionOptions()
    attention.set_options(options)
    assert not attention.action("sorted_by_tint").isEnabled()
    attention.set_options(dataclasses.replace(options, tint="first"))
    assert attention.action("sorted_by_tint").isEnabled()


def test_showing_options_is_no_intent(attention):
    heard = emissions(attention)
    attention.set_options(AttentionOptions(view="text", words=True))
    assert heard == []


def test_texts_follow_the_language(attention):
    with marked_language():
        attention.retranslate()
        assert attention.action("scale_log").text() == "«Lo&garithm»"
        assert attention.menu.title().startswith("«")
