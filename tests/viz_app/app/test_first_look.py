"""How the window looks before anybody has changed a setting."""

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton

from tests.viz_app.application import running
from viz_app.design.theme import chinese_families, families, light_theme
from viz_app.testing import all_made

pytestmark = pytest.mark.window


@pytest.fixture
def window(qapp, qtbot, tmp_path, tiny_checkpoint):
    before = qapp.font()
    qapp.setStyleSheet("")
    qapp.setFont(QFont("Sans Serif", 9))
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c") as application:
        yield application.window
    qapp.setFont(before)


def test_texts_have_the_font_of_the_theme(qtbot, window):
    theme = light_theme()
    window.show_tab("training")
    all_made(qtbot, window)
    for kind in (QLabel, QPushButton):
        for widget in window.findChildren(kind):
            assert widget.font().families()[0] == families()[0], widget.text()
    assert window.training.start.font().pixelSize() == theme.body
    assert window.timeline.step_label.font().pixelSize() == theme.small
    for field in (window.header.source, window.timeline.translation.text):
        assert isinstance(field, QLineEdit)  # in another font Qt puts Chinese too high in the line
        assert field.font().families()[0] == chinese_families()[0]


def test_a_low_window_leaves_the_training_form_its_room(qtbot, window):
    window.resize(900, 600)
    window.show_tab("training")
    all_made(qtbot, window)
    window.header.intents.translate_requested.emit("")
    window.training.form.configuration.epochs.setValue(0)
    qtbot.waitUntil(window.notices.isVisible)
    QApplication.processEvents()
    form = window.training.form
    assert form.height() >= form.minimumSizeHint().height()
    assert form.start.isVisible()
    bottom = form.start.mapTo(window, form.start.rect().bottomLeft())
    assert bottom.y() < window.statusBar().y()
