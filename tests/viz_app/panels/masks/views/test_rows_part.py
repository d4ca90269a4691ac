"""A row without keys, through the widgets."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import masks_room, with_padded_head
from tests.viz_app.probes import emissions, focusable, hover, marked_language, spoken_name
from viz_app.panels.masks.intents import MasksIntents
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.views.rows_part import RowsPart


def shown(*allowed, **fields):
    room = masks_room(view="rows", allowed=frozenset(allowed), **fields)
    return resolve_masks(with_padded_head(room)).shown


@pytest.fixture
def part(qtbot):
    part = on_screen(qtbot, RowsPart(THEMES["light"], MasksIntents()), size=(1000, 560))
    part.set_shown(shown())
    part.grab()
    return part


def place(part, line, key):
    return part.table.layout_now().grid_of(line).cell_rect(0, key).center().toPoint()


def weights(part):
    part.grab()
    lines = part.table.layout_now().lines
    return [lines[index].picture.values[0] for index in (4, 7, 10)]


def test_three_rules_stand_below_each_other(part):
    nan, uniform, zeros = weights(part)
    assert np.isnan(nan).all()
    np.testing.assert_allclose(uniform, 0.25)
    assert (zeros == 0).all()


def test_clicking_the_mask_gives_a_key_back(part, qtbot):
    heard = emissions(part)
    qtbot.mouseClick(part.table, Qt.MouseButton.LeftButton, pos=place(part, 0, 1))
    assert heard == [("key_flipped", 1)]
    part.set_shown(shown(1))
    for row in weights(part):
        np.testing.assert_allclose(row, [0, 1, 0, 0])
    assert part.mask_all.isEnabled()


def test_clicking_a_number_flips_nothing(part, qtbot):
    heard = emissions(part)
    qtbot.mouseClick(part.table, Qt.MouseButton.LeftButton, pos=place(part, 4, 1))
    assert not heard


def test_a_key_is_given_back_with_the_keyboard(part, qtbot):
    heard = emissions(part)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(part.table, key)
    assert heard[-1] == ("key_flipped", 1)


def test_the_keyboard_passes_over_headings_and_says_each_cell(part, qtbot):
    said = said_by(part)
    for _ in range(5):
        qtbot.keyClick(part.table, Qt.Key.Key_Down)
    assert said[0] == "“猫” (cat) is masked for “<pad>” · click or Enter allows it"
    assert said[1].startswith("Score · ")
    assert said[2] == "−∞, plain softmax: Softmax reads · −∞ · “<pad>” → “猫” (cat)"
    assert said[3] == "−∞, plain softmax: Weights · NaN · “<pad>” → “猫” (cat)"
    assert said[4].startswith("−10⁹, plain softmax: Softmax reads · −10⁹")
    assert part.table.cursor_rect() == part.table.layout_now().grid_of(6).cell_rect(0, 0)


def test_all_keys_are_masked_again(part, qtbot):
    assert not part.mask_all.isEnabled()
    part.set_shown(shown(1, 2))
    heard = emissions(part)
    qtbot.mouseClick(part.mask_all, Qt.MouseButton.LeftButton)
    assert ("keys_masked",) in heard
    assert part.table.hasFocus()


def test_choosing_query_sentence_and_head(part):
    heard = emissions(part)
    assert part.query.currentText() == "3 · <pad>"
    part.query.activated.emit(0)
    part.sentences.activated.emit(0)
    part.head.layer.setCurrentIndex(1)
    part.head.layer.activated.emit(1)
    assert heard == [
        ("row_picked", 0),
        ("sentence_picked", 0),
        ("head_picked", "cross", 1, 0),
    ]


def test_cells_are_said_under_the_mouse(part, qtbot):
    said = said_by(part)
    hover(qtbot, part.table, place(part, 7, 2))
    assert said[-1] == "−10⁹, plain softmax: Weights · 0.2500 · “<pad>” → “<pad>”"


def test_a_head_that_is_computed_is_waited_for(part):
    part.set_shown(resolve_masks(masks_room(view="rows")).shown)
    assert not part.table.isVisible()
    part.set_shown(shown())
    assert part.table.isVisible()


def test_names_and_languages(part):
    for widget in focusable(part):
        assert spoken_name(widget), widget
    with marked_language():
        assert part.mask_all.text() == "«Mask all keys»"
        assert part.table.accessibleDescription().startswith("«")
