"""What scrolls is measured in the style in which it is seen."""

from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from tests.viz_app.dressed import dressed
from viz_app.design.theme import apply_theme, light_theme
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import scrolled

TEXT = "Every row of weights sums to one. " * 20


def heights(pages):
    """Of the contents, each once it was seen."""
    found = []
    for index in range(pages.count()):
        pages.setCurrentIndex(index)
        QApplication.processEvents()
        found.append(pages.widget(index).widget().height())
    return found


def test_a_hidden_text_is_as_high_in_another_size_as_one_that_was_seen(qapp, qtbot):
    pages = QStackedWidget()
    qtbot.addWidget(pages)
    pages.resize(300, 100)
    for _ in range(2):
        content, text = QWidget(), text_label(wraps=True)
        text.setText(TEXT)
        filled(QVBoxLayout(content), text)
        pages.addWidget(scrolled(content))
    with dressed(qapp, light_theme()):
        pages.show()
        normal = heights(pages)
        apply_theme(qapp, light_theme("presentation"))
        larger = heights(pages)
        assert pages.currentIndex() == 1
        apply_theme(qapp, light_theme())
        again = heights(pages)
    assert normal[0] == normal[1] < larger[0] == larger[1]
    assert again[0] == again[1]
