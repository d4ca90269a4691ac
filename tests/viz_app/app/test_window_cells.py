"""Through the real window: what the arrow keys have reached is told where it can be seen."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtWidgets import QApplication

from tests.viz_app.application import press, settle
from viz_app.app.panels import PANELS
from viz_app.widgets.picture_view import PictureView

pytestmark = pytest.mark.window

ARROWS = (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right)
CHOOSES = {"TokenStrip", "DiagramView", "TokenRowView", "MosaicView"}
"""Pictures in which the arrows choose what is shown beside, or what all others show."""


def pictures(window):
    """Those in front that have cells, by their types: one of each."""
    views = (view for view in window.findChildren(PictureView) if view.isVisible())
    return {
        type(view).__name__: view for view in views if type(view).__name__ not in CHOOSES
    }.values()


def look_in(view):
    """The mouse comes over a picture and goes again."""
    view.hover(QPointF(view.rect().center()))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))


@pytest.mark.parametrize("tab", [panel.name for panel in PANELS if panel.name != "training"])
def test_a_cell_reached_by_arrows_is_told_for_as_long_as_the_keyboard_is_there(
    qtbot, application, window, tab
):
    window.show_tab(tab)
    settle(qtbot, application)
    for view in pictures(window):
        for key in ARROWS:
            press(qtbot, view, key)
        settle(qtbot, application)
        told = window.sentence.text()
        name = type(view).__name__
        assert told, name
        assert window.sentence.isVisible()
        assert window.sentence.width() >= window.sentence.sizeHint().width(), name
        look_in(view)
        assert window.sentence.text() == told, name
        if view.cursor_spot() is not None:
            window.header.source.setFocus()
            look_in(window.tabs.page().findChildren(PictureView)[0])
            view.setFocus()
            assert window.sentence.text() == told, name
