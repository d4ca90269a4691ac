"""Through the real window: why scores are divided by √d_k."""

import re

import pytest
from PySide6.QtCore import Qt

from tests.viz_app.application import click
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


def test_longer_vectors_have_products_of_more_variance(qtbot, panel):
    panel.sliders.d_k.setFocus()
    qtbot.keyClick(panel.sliders.d_k, Qt.Key.Key_End)
    panel.grab()
    plain, scaled = (
        float(re.search(r"variance ([\d.]+)", column.histogram.accessibleDescription())[1])
        for column in (panel.plain, panel.scaled)
    )
    assert plain == pytest.approx(512, rel=0.2)
    assert scaled == pytest.approx(plain / 512, rel=0.01)


def test_the_worker_computes_the_head_and_query_of_the_whole_window(qtbot, application, panel):
    def weights(count):
        """Those of the factor 1, as they are said."""
        said = [panel.scaled.softmax.picture.say(count + key) for key in range(count)]
        return [float(re.match(r"weight (\S+)", text)[1]) for text in said]

    click(qtbot, panel.vectors.button("head"))
    qtbot.waitUntil(panel.plain.isVisible)
    trace, selection = application.screen.now.trace, application.screen.now.selection
    row = trace.cross_weights[selection.layer, selection.head, selection.step]
    assert weights(len(row)) == pytest.approx(row, abs=6e-5)
    for combo, index in ((panel.choice.kinds, 0), (panel.choice.head, 1)):
        combo.setCurrentIndex(index)
        combo.activated.emit(index)
    panel.choice.query.activated.emit(2)
    selection = application.screen.now.selection
    assert (selection.kind, selection.head, selection.cell.row) == ("encoder", 1, 2)
    qtbot.waitUntil(lambda: application.store.state.slices["scaling"].anatomy.kind == "encoder")
    row = trace.encoder_weights[selection.layer, 1, 2]
    assert weights(len(row)) == pytest.approx(row, abs=6e-5)
