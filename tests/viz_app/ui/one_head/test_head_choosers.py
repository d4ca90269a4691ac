from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.anatomies import walking
from tests.viz_app.ui.pictures import THEMES
from tests.viz_app.ui.probes import emissions, marked_language
from viz_app.state.one_head_view import resolve_one_head
from viz_app.ui.one_head.head_choosers import HeadChoosers


@pytest.fixture
def choosers(qtbot):
    choosers = HeadChoosers(THEMES["light"])
    qtbot.addWidget(choosers)
    choosers.show()
    choosers.set_snapshot(resolve_one_head(walking("cross", query=3)))
    return choosers


def items(box):
    return [box.itemText(index) for index in range(box.count())]


def test_they_show_the_selection_of_the_window(choosers):
    assert choosers.pills.button("cross").isChecked()
    assert items(choosers.layer) == ["layer 1", "layer 2"]
    assert choosers.layer.currentIndex() == 1
    assert choosers.head.currentText() == "head 2"
    assert choosers.query.currentText() == "a → cat"
    assert items(choosers.query)[0] == "<s> → I"


def test_queries_of_the_encoder_are_the_source(choosers):
    choosers.set_snapshot(resolve_one_head(walking("encoder")))
    assert items(choosers.query) == ["我", "有", "猫", "</s>"]


def test_queries_are_called_as_in_the_other_views(choosers):
    snapshot = resolve_one_head(walking("cross"))
    for labels, name in (("fed", "a"), ("predicted", "cat")):
        choosers.set_snapshot(dataclasses.replace(snapshot, row_labels=labels))
        assert items(choosers.query)[3] == name


def test_showing_asks_for_nothing(choosers):
    heard = emissions(choosers)
    choosers.set_snapshot(resolve_one_head(walking("decoder", query=1)))
    assert heard == []


def test_choices_are_asked_for(choosers, qtbot):
    heard = emissions(choosers)
    qtbot.mouseClick(choosers.pills.button("encoder"), Qt.MouseButton.LeftButton)
    qtbot.keyClick(choosers.layer, Qt.Key.Key_Up)
    qtbot.keyClick(choosers.head, Qt.Key.Key_Up)
    qtbot.keyClick(choosers.query, Qt.Key.Key_Down)
    assert heard == [
        ("kind_picked", "encoder"),
        ("head_picked", "cross", 0, 1),
        ("head_picked", "cross", 0, 0),
        ("query_picked", 4),
    ]


def test_choosers_have_names_that_follow_the_language(choosers):
    boxes = (choosers.layer, choosers.head, choosers.query)
    assert [box.accessibleName() for box in boxes] == ["Layer", "Head", "Query"]
    with marked_language():
        assert [box.accessibleName() for box in boxes] == ["«Layer»", "«Head»", "«Query»"]
