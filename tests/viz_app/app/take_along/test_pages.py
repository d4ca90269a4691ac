"""Through the real window: every picture of every page can be taken along, as it is shown."""

import pytest

from tests.viz_app.app.take_along.images import far_from
from tests.viz_app.app.take_along.tabs import TABS, every_picture
from tests.viz_app.steps import result_of
from viz_app.pictures.figure_files import figure_image
from viz_app.widgets.printing import figure_steps

pytestmark = pytest.mark.window

ALIKE = 0.01
"""Of the pixels."""


@pytest.mark.parametrize("tab", TABS)
def test_every_picture_of_every_page_is_taken_along_as_it_is_shown(window, pages, tab):
    for name in pages(tab):
        window.header.source.setFocus()  # else a ring stands around a picture
        for view in every_picture(window):
            figure = figure_image(*result_of(figure_steps(view, view, view.theme)), ratio=1)
            assert far_from(figure, view.grab().toImage()) < ALIKE, f"{tab}, {name}: {view}"
