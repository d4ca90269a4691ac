"""Rows of tools: what Tab reaches in them, and what they leave behind in Python."""

import gc

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget, QWidgetItem

from viz_app.panels.attention.views.tool_places import Row
from viz_app.panels.attention.views.tool_rows import ToolRows


@pytest.fixture
def made(qtbot):
    """Makes a field, and a tool that is a row of two fields and a label; the fields by place."""

    def make():
        parent = QWidget()
        qtbot.addWidget(parent)
        group = QWidget(parent)
        row = QHBoxLayout(group)
        second, first, alone = QLineEdit(group), QLineEdit(group), QLineEdit(parent)
        for part in (first, QLabel(group), second):
            row.addWidget(part)
        rows = ToolRows(parent, {"views": alone, "heads": group})
        rows.fill((Row(left=("heads",), right=("views",)),))
        return parent, (first, second, alone)

    return make


def held():
    """How many places of rows Python holds."""
    gc.collect()
    return sum(type(one) is QWidgetItem for one in gc.get_objects())


def test_tab_goes_through_a_tool_as_its_row_has_it_whoever_was_made_first(made):
    _parent, (first, second, alone) = made()
    assert first.nextInFocusChain() is second
    assert second.nextInFocusChain() is alone


def test_python_holds_no_place_of_a_row(made):
    """When Qt deletes one, another widget may come to lie where it was, and be taken for it."""
    before = held()
    _parent, _fields = made()
    assert held() <= before
