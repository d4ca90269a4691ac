"""Through the real window: why scores are divided by √d_k."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import click
from tests.viz_app.probes import hover
from viz_app.testing import all_made

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, application, window):
    """The tab as a user finds it."""
    window.show_tab("scaling")
    all_made(qtbot, window)
    panel = window.pages["scaling"].panel
    panel.grab()
    return panel


@pytest.fixture
def of_head(qtbot, panel):
    """The same, showing the head that is chosen."""
    click(qtbot, panel.vectors.button("head"))
    qtbot.waitUntil(panel.choice.isVisible)
    qtbot.waitUntil(panel.plain.isVisible)
    panel.grab()
    return panel


def weights_said(panel, count):
    """The weights of the user's factor, as they are said."""
    own = {"× 1": 1, "× 0.1": 0, "× 10": 2}.get(panel.sliders.factor.accessibleDescription(), 3)
    said = [panel.scaled.softmax.picture.say(own * count + key) for key in range(count)]
    return [float(re.match(r"weight (\S+)", text)[1].replace("−", "-")) for text in said]


def test_longer_vectors_have_products_of_more_variance(qtbot, window, panel):
    panel.sliders.d_k.setFocus()
    qtbot.keyClick(panel.sliders.d_k, Qt.Key.Key_End)
    panel.grab()
    plain, scaled = (
        float(re.search(r"variance ([\d.]+)", column.histogram.accessibleDescription())[1])
        for column in (panel.plain, panel.scaled)
    )
    assert plain == pytest.approx(512, rel=0.2)
    assert scaled == pytest.approx(plain / 512, rel=0.01)


def test_the_weights_are_those_of_the_translation(qtbot, application, of_head):
    trace, selection = application.screen.now.trace, application.screen.now.selection
    row = trace.cross_weights[selection.layer, selection.head, selection.step]
    assert weights_said(of_head, len(row)) == pytest.approx(row, abs=6e-5)


def test_head_and_query_are_those_of_the_whole_window(qtbot, application, window, of_head):
    for combo, index in ((of_head.choice.kinds, 0), (of_head.choice.head, 1)):
        combo.setCurrentIndex(index)
        combo.activated.emit(index)
    of_head.choice.query.activated.emit(2)
    selection = application.screen.now.selection
    assert (selection.kind, selection.head, selection.cell.row) == ("encoder", 1, 2)
    qtbot.waitUntil(lambda: application.store.state.slices["scaling"].anatomy.kind == "encoder")
    row = application.screen.now.trace.encoder_weights[selection.layer, 1, 2]
    assert weights_said(of_head, len(row)) == pytest.approx(row, abs=6e-5)


def test_the_number_under_the_mouse_is_in_the_status_bar(qtbot, window, of_head):
    bars = of_head.scaled.softmax
    hover(qtbot, bars, bars.spots().rects[1].center().toPoint())
    assert window.sentence.text() == bars.picture.say(1)


def test_a_factor_makes_one_key_win(qtbot, panel):
    slider = panel.sliders.factor
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_End)
    panel.grab()
    assert max(weights_said(panel, 8)) == pytest.approx(1.0, abs=1e-3)
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    panel.grab()
    assert np.ptp(weights_said(panel, 8)) < 0.02
