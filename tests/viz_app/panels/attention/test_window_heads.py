"""Through the real window: pick kinds, heads and cells; pixels and values are the trace's."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from model.traces.trace import KINDS
from tests.viz_app.application import ALT, choose, click, colour_in, press
from viz_app.design.colour_map import kind_lut
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window


@pytest.fixture
def selection(application):
    """Reads what is in view."""
    return lambda: application.screen.now.selection


def first_sentence(window):
    """What the focused head says of its first cell."""
    return window.attention.focus.picture.say(Cell(0, 0))


def assert_head_is_in_view(application, kind, layer, head):
    """The focused head says it is that one, with that one's weight."""
    weight = application.screen.now.trace.weights(kind)[layer, head, 0, 0]
    sentence = first_sentence(application.window)
    assert f"{weight:.4f}" in sentence
    assert f"layer {layer + 1}, head {head + 1}" in sentence
    assert kind in sentence.lower()


@pytest.mark.parametrize("kind", KINDS)
def test_a_pill_shows_its_kind(qtbot, application, window, kind):
    for other in KINDS:
        click(qtbot, window.attention.pills.button(other))
    click(qtbot, window.attention.pills.button(kind))
    assert_head_is_in_view(application, kind, 0, 0)
    assert [other for other in KINDS if window.attention.pills.button(other).isChecked()] == [kind]
    marked = {other: window.menus.action(f"kind_{other}").isChecked() for other in KINDS}
    assert [other for other in KINDS if marked[other]] == [kind]


@pytest.mark.parametrize(
    ("key", "kind"),
    [(Qt.Key.Key_1, "encoder"), (Qt.Key.Key_2, "decoder"), (Qt.Key.Key_3, "cross")],
)
def test_alt_and_a_digit_show_a_kind(qtbot, application, window, key, kind):
    click(qtbot, window.attention.pills.button("cross" if kind != "cross" else "encoder"))
    press(qtbot, window.attention.focus, key, ALT)
    assert_head_is_in_view(application, kind, 0, 0)


def test_a_click_in_the_mosaic_focuses_that_head(qtbot, application, window):
    mosaic = window.attention.mosaic
    for layer, head in ((1, 1), (0, 1), (1, 0), (0, 0)):
        mosaic.grab()
        click(qtbot, mosaic, mosaic.spots().tile(layer, head).rect.center())
        assert_head_is_in_view(application, "cross", layer, head)


def test_arrow_keys_in_the_mosaic_move_from_head_to_head(qtbot, application, window):
    for key, layer, head in (
        (Qt.Key.Key_Right, 0, 1),
        (Qt.Key.Key_Down, 1, 1),
        (Qt.Key.Key_Left, 1, 0),
        (Qt.Key.Key_Up, 0, 0),
    ):
        press(qtbot, window.attention.mosaic, key)
        assert_head_is_in_view(application, "cross", layer, head)


def test_a_click_and_arrow_keys_move_the_cursor_from_cell_to_cell(qtbot, window, selection):
    focus = window.attention.focus
    focus.grab()
    click(qtbot, focus, focus.spots().grid.cell_rect(2, 3).center())
    assert selection().cell == Cell(2, 3)
    for key, row, column in (
        (Qt.Key.Key_Right, 2, 4),
        (Qt.Key.Key_Down, 3, 4),
        (Qt.Key.Key_Left, 3, 3),
        (Qt.Key.Key_Up, 2, 3),
    ):
        press(qtbot, focus, key)
        assert selection().cell == Cell(row, column)
        assert focus.accessibleDescription().startswith(focus.picture.say(Cell(row, column)))


@pytest.mark.parametrize("labels", ["fed", "predicted", "both"])
def test_rows_are_named_as_chosen(qtbot, window, selection, labels):
    before = window.attention.focus.grab().toImage()
    names = window.attention.row_labels
    choose(qtbot, names, "predicted" if labels == "both" else "both")
    choose(qtbot, names, labels)
    assert selection().row_labels == labels
    assert names.currentData() == labels
    after = window.attention.focus.grab().toImage()
    assert (after == before) == (labels == "both")


# ----------------------------------------------------------- pixels and values of the trace


def near(colour: QColor, lut: np.ndarray, weight: float) -> bool:
    """Whether a colour is that of a weight, or of the levels beside it."""
    level = round(float(weight) * 255)
    entries = lut[max(0, level - 1) : level + 2, :3].astype(int)
    shown = np.array([colour.red(), colour.green(), colour.blue()])
    return bool((np.abs(entries - shown).max(axis=1) <= 1).any())


def assert_focus_shows(window, trace, kind, step):
    """Every weight decoded so far has its colour and its sentence; later rows have neither."""
    focus = window.attention.focus
    image, lut = focus.grab().toImage(), kind_lut(focus.theme, kind)
    grid = focus.spots().grid
    weights, mask = trace.weights(kind)[0, 0], trace.mask(kind)
    for row, column in np.ndindex(weights.shape):
        sentence, place = focus.picture.say(Cell(row, column)), (kind, step, row, column)
        if kind != "encoder" and row > step:
            assert "not decoded yet" in sentence, place
            assert f"{weights[row, column]:.4f}" not in sentence
        elif mask[row, column]:
            colour = colour_in(image, grid.cell_rect(row, column).center())
            assert near(colour, lut, weights[row, column]), place
            assert f"{weights[row, column]:.4f}" in sentence, place
            assert trace.key_tokens(kind)[column] in sentence
            assert trace.query_tokens(kind)[row] in sentence
        else:
            assert "masked" in sentence, place


def assert_mosaic_shows(window, trace, kind, step):
    """Every head's decoded weights have their colours in its tile."""
    mosaic = window.attention.mosaic
    image, lut = mosaic.grab().toImage(), kind_lut(mosaic.theme, kind)
    weights, mask = trace.weights(kind), trace.mask(kind)
    for layer, head, row, column in np.ndindex(weights.shape):
        if mask[row, column] and (kind == "encoder" or row < step):
            rect = mosaic.spots().tile(layer, head).cell_rect(row, column)
            weight = weights[layer, head, row, column]
            assert near(colour_in(image, rect.center()), lut, weight), (kind, layer, head)


@pytest.mark.parametrize("kind", KINDS)
def test_pixels_and_values_are_the_traces_to_the_end_and_back(qtbot, application, window, kind):
    trace, player = application.screen.now.trace, window.timeline.player
    last = len(trace.steps) - 1
    click(qtbot, window.attention.pills.button(kind))
    click(qtbot, player.first)
    for button, steps in (
        (player.forward, range(1, last + 1)),
        (player.back, reversed(range(last))),
    ):
        for step in steps:
            click(qtbot, button)
            if step in {0, 1, last // 2, last}:
                assert_focus_shows(window, trace, kind, step)
                assert_mosaic_shows(window, trace, kind, step)


def test_rows_after_the_step_have_one_look_in_every_cell(qtbot, window):
    click(qtbot, window.timeline.player.first)
    focus = window.attention.focus
    image, grid = focus.grab().toImage(), focus.spots().grid
    cells = [(1, 0), (2, 3), (4, 4)]
    colours = {colour_in(image, grid.cell_rect(*cell).center()).name() for cell in cells}
    assert len(colours) == 1


def test_the_scale_of_a_causal_mosaic_ends_where_an_even_head_would_be(qtbot, application, window):
    """Row q of n may attend to q + 1 keys: the mean of log₂ 1 … log₂ n."""
    window.menus.attention.action("tint_entropy").trigger()
    click(qtbot, window.attention.pills.button("decoder"))
    rows = len(application.screen.now.trace.steps)
    most = sum(math.log2(keys) for keys in range(1, rows + 1)) / rows
    assert window.attention.mosaic.accessibleDescription().endswith(
        f"on a scale from 0 to {most:.2f} bits"
    )
