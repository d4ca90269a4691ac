"""Through the real window: what one head computes, against the weights that decoding recorded."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from model.lessons.by_hand import HandCell, hand_record
from tests.viz_app.application import click, press, settle, type_and_translate
from tests.viz_app.panels.one_head.equations import view_of
from viz_app.testing import choose
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def panel(qtbot, application, window):
    """The tab as a user finds it."""
    window.show_tab("one_head")
    settle(qtbot, application)
    panel = window.pages["one_head"].panel
    panel.grab()
    return panel


def numbers(view, row, columns):
    """What a matrix says of a row, as numbers."""
    said = [view.picture.say(Cell(row, column)) for column in range(columns)]
    return np.array(
        [float(re.search(r": ([−\d.]+(?:e[−\d]+)?)", text)[1].replace("−", "-")) for text in said]
    )


def recorded(application, kind):
    """The weights of the head in view, ``[query, key]``, as decoding recorded them."""
    state = application.screen.now
    return state.trace.weights(kind)[state.selection.layer, state.selection.head]


def at_stage(qtbot, panel, stage):
    click(qtbot, panel.bar.buttons[stage])
    panel.grab()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_softmax_gives_the_recorded_weights(qtbot, application, panel, kind):
    application.screen.apply(head_picked, kind, 1, 1)
    settle(qtbot, application)
    at_stage(qtbot, panel, "softmax")
    weights, view = recorded(application, kind), view_of(panel.equation, "weights")
    for row, expected in enumerate(weights):
        assert numbers(view, row, len(expected)) == pytest.approx(expected, abs=6e-5)


def test_scores_differ_as_the_logarithms_of_the_weights(qtbot, application, panel):
    at_stage(qtbot, panel, "scale")
    weights, view = recorded(application, "cross"), view_of(panel.equation, "scores")
    for row, expected in enumerate(np.log(weights)):
        scores = numbers(view, row, len(expected))
        assert scores - scores[0] == pytest.approx(expected - expected[0], abs=2e-3)


def test_a_product_taken_apart_is_the_sum_of_its_terms(qtbot, application, panel):
    at_stage(qtbot, panel, "product")
    view = view_of(panel.equation, "products")
    qtbot.mouseClick(
        view, Qt.MouseButton.LeftButton, pos=view.spots().rect(Cell(1, 2)).center().toPoint()
    )
    qtbot.waitUntil(panel.zoom.isVisible)
    model = panel.zoom.table.model()
    terms = [
        float(model.index(row, 3).data(Qt.ItemDataRole.DisplayRole).replace("−", "-"))
        for row in range(model.rowCount())
    ]
    total = numbers(view, 1, 3)[2]
    assert len(terms) == 8  # d_k of the tiny model
    assert sum(terms) == pytest.approx(total, abs=2e-2)


def test_the_menu_walks_too_in_this_tab_alone(qtbot, application, window, panel):
    for entry, stage in (("stage_forward", "product"), ("stage_back", "project")):
        assert window.menus.action(entry).isEnabled()
        window.menus.action(entry).trigger()
        assert application.store.state.slices["one_head"].stage == stage
    press(qtbot, panel.bar.buttons["project"], Qt.Key.Key_Right, ALT)
    assert application.store.state.slices["one_head"].stage == "product"
    window.show_tab("attention")
    assert not window.menus.action("stage_forward").isEnabled()


def test_another_sentence_is_computed_anew(qtbot, application, window, panel):
    type_and_translate(qtbot, application, "q r")
    settle(qtbot, application)
    at_stage(qtbot, panel, "softmax")
    weights, view = recorded(application, "cross"), view_of(panel.equation, "weights")
    assert weights.shape[1] == 3
    assert numbers(view, 0, 3) == pytest.approx(weights[0], abs=6e-5)


def test_numbers_are_dragged_turned_and_typed_until_a_puzzle_is_solved(
    qtbot, application, window, panel
):
    click(qtbot, panel.pages.button("hand"))
    click(qtbot, panel.hand.take)
    taken = panel.hand.view.picture.head
    assert hand_record(taken).weights.sum() == pytest.approx(3)
    choose(qtbot, panel.hand.puzzles, "Attend evenly")
    view, cells = panel.hand.view, [HandCell("q", 1, column) for column in range(4)]

    def middle(cell):
        return view.spots().rect(cell).center().toPoint()

    def values():
        return [round(view.picture.head.value(cell), 2) for cell in cells]

    view.grab()
    assert values() == [0.0, 1.0, 0.5, 0.0]
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=middle(cells[1]))
    for moved in (-20, -60):  # ten steps of 6 px
        qtbot.mouseMove(view, middle(cells[1]) + QPoint(moved, 0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=middle(cells[1]))
    assert values() == [0.0, 0.0, 0.5, 0.0]
    assert "Solved" not in panel.hand.reached.text()
    view.grab()
    place = QPointF(middle(cells[2]))
    turned = QWheelEvent(
        place,
        view.mapToGlobal(place),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, turned)
    assert values() == [0.0, 0.0, 0.4, 0.0]
    view.setFocus()
    view.go_to(cells[2])
    qtbot.keyClicks(view, "0")
    press(qtbot, view.editor, Qt.Key.Key_Return)
    assert values() == [0.0, 0.0, 0.0, 0.0]
    assert "✓ Solved" in panel.hand.reached.text()
    undo = window.menus.edit.action("undo")
    for expected in ([0.0, 0.0, 0.4, 0.0], [0.0, 0.0, 0.5, 0.0], [0.0, 1.0, 0.5, 0.0]):
        undo.trigger()
        assert values() == expected
    undo.trigger()
    assert view.picture.head == taken
