"""A theme reaches everything that has colours and sizes of its own."""

import pytest
from PySide6.QtWidgets import QWidget

from viz_app.app.panels import PANELS
from viz_app.design.theme import dark_theme, frame_theme, light_theme
from viz_app.widgets.band import Band
from viz_app.widgets.themed import Themed


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.name)
def test_a_panels_theme_is_that_of_all_that_is_in_it(qtbot, panel):
    view, theme = panel.parts().view(light_theme()), dark_theme("presentation")
    qtbot.addWidget(view)
    view.set_theme(theme)
    inside = [child for child in view.findChildren(QWidget) if isinstance(child, Themed)]
    assert inside
    assert not [type(child).__name__ for child in inside if child.theme != expected(child, theme)]


def expected(child, theme):
    """Rows around the pictures, and what is in them, have the sizes of the frame."""
    around = child
    while around is not None and not isinstance(around, Band):
        around = around.parentWidget()
    return theme if around is None else frame_theme(theme)
