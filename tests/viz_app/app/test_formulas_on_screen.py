"""No formula is written out in plain letters anywhere in the window."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QPainter, QTextDocumentFragment
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsView,
    QLabel,
    QTabBar,
    QTableView,
    QWidget,
)

from tests.viz_app.application import press, settle
from viz_app.app.panels import PANELS
from viz_app.panels.architecture.view.diagram import DiagramView
from viz_app.panels.one_head.view.panel import EquationView
from viz_app.panels.one_head.view.terms import TypesetHeader
from viz_app.workbench.state import Cell

PLAIN = re.compile(
    r"√[\w(]"  # a root without its bar
    r"|[A-Za-zᵀ⊤′)]_[A-Za-z{]"  # d_k
    r"|\w\^[\w({]"  # W^Q, 10000^(2i/d_model)
    r"|dₖ"
)
"""What a formula looks like that is not typeset."""

KEYS = re.compile(r"max_len|\((?:d_model|d_ff)\)$")
"""What a checkpoint, an error and the table of a run call a setting: no formula."""


@pytest.fixture
def painted_texts(monkeypatch):
    """All that is painted letter by letter from now on."""
    texts: set[str] = set()
    draw = QPainter.drawText

    def heard(painter, *args):
        texts.update(arg for arg in args if isinstance(arg, str))
        return draw(painter, *args)

    monkeypatch.setattr(QPainter, "drawText", heard)
    return texts


def test_a_formula_in_plain_letters_is_known():
    formulas = ("÷ √8", "√(σ² + ε)", "width (d_model)", "W_O", "x · W^Q", "10000^(2i/128)", "√dₖ")
    assert all(map(PLAIN.search, formulas))
    others = ("1 √", "<s> → a", "a ^ b", "letters.tsv", "R·PE(3)")
    assert not any(map(PLAIN.search, others))


def test_every_formula_is_typeset(qtbot, application, window, painted_texts):
    everything: set[tuple[str, str]] = set()
    for panel in PANELS:
        window.show_tab(panel.name)
        page = window.tabs.page()
        for _ in walked(qtbot, application, page):
            page.grab()
            everything.update((panel.name, text) for text in texts_of(window))
        everything.update((panel.name, text) for text in painted_texts)
        painted_texts.clear()
    for action in window.findChildren(QAction):
        texts = action.text(), action.toolTip(), action.statusTip()
        everything.update(("menu", text) for text in texts)
    assert ("one_head", "[query, ") in everything  # painted, before a formula
    read = {(place, KEYS.sub("", text)) for place, text in everything}
    assert [found for found in sorted(read) if PLAIN.search(found[1])] == []


def walked(qtbot, application, page) -> Iterator[None]:
    """Press whatever can be chosen in the tab in front, one after another."""
    settle(qtbot, application)
    yield
    for fold in (button for button in buttons(page) if button.text().startswith("▸")):
        fold.click()
        yield
    pressed: list[QAbstractButton] = []
    while (button := next((one for one in segments(page) if one not in pressed), None)) is not None:
        pressed.append(button)
        button.click()
        settle(qtbot, application)
        yield
        yield from taken_apart(qtbot, application, page)


def taken_apart(qtbot, application, page) -> Iterator[None]:
    """Open a cell of every matrix of a head, and every block of the diagram."""
    for equation in filter(QWidget.isVisible, page.findChildren(EquationView)):
        for view in equation.views[: len(equation.pictures)]:
            view.picked.emit(Cell(0, 0))
            settle(qtbot, application)
            yield
            press(qtbot, view, Qt.Key.Key_Escape)
    for diagram in filter(QWidget.isVisible, page.findChildren(DiagramView)):
        for placed in diagram.spots().blocks:
            diagram.go_to(placed.place)
            settle(qtbot, application)
            yield


def segments(page: QWidget) -> list[QAbstractButton]:
    """Buttons of which one is pressed."""
    return [button for button in buttons(page) if button.property("segment")]


def buttons(page: QWidget) -> list[QAbstractButton]:
    """Those that can be seen and pressed."""
    inside = page.findChildren(QAbstractButton)
    return [button for button in inside if button.isVisible() and button.isEnabled()]


def texts_of(window: QWidget) -> Iterator[str]:
    """What stands in labels, buttons, choices and lists that are seen, and tool tips."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible():
            continue
        yield plain(widget.toolTip())
        match widget:
            case QLabel():
                yield plain(widget.text())
            case QAbstractButton():
                yield widget.text()
            case QComboBox():
                yield from (widget.itemText(row) for row in range(widget.count()))
            case QTabBar():
                for tab in range(widget.count()):
                    yield from (widget.tabText(tab), widget.tabToolTip(tab))
            case QAbstractItemView():
                yield from _items(widget)
            case QGraphicsView() if widget.scene():
                written = (getattr(item, "toPlainText", None) for item in widget.scene().items())
                yield from (text() for text in written if text)


def plain(text: str) -> str:
    """Without markup: an image of a formula leaves no letters."""
    return (
        QTextDocumentFragment.fromHtml(text).toPlainText()
        if RichText.mightBeRichText(text)
        else text
    )


def _items(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    for row in range(min(model.rowCount(QModelIndex()), 50)):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
        for column in range(columns):
            index = model.index(row, column)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield plain(str(index.data(role) or ""))
    if isinstance(view, QTableView):
        for section in range(model.columnCount(QModelIndex())):
            title = model.headerData(section, Qt.Orientation.Horizontal)
            if not isinstance(view.horizontalHeader(), TypesetHeader):
                yield str(title or "")
