"""What frames the pictures keeps its spacing; its text is a quarter larger on a projector."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMenuBar,
    QPushButton,
    QScrollArea,
    QSlider,
    QSpinBox,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from tests.viz_app.dressed import dressed
from tests.viz_app.listening import said_by
from viz_app.design.theme import apply_theme, dark_theme, light_theme
from viz_app.widgets.layout import Band, filled, put_in_frame, scrolled, tell, text_label

# --------------------------------------------------------------------------------------- test band


class Row(Band, QWidget):
    """A button in a band."""

    def __init__(self):
        super().__init__()
        self.button = QPushButton("Translate")
        QVBoxLayout(self).addWidget(self.button)


@pytest.mark.parametrize("themed", [light_theme, dark_theme])
def test_a_band_has_larger_text_at_presentation_size_and_follows_the_colours(qapp, qtbot, themed):
    row = Row()
    qtbot.addWidget(row)
    heights = []
    for size in ("normal", "presentation", "normal"):
        with dressed(qapp, themed(size)):
            row.set_theme(themed(size))
            row.show()
            heights.append(row.button.sizeHint().height())
            scale = 1.25 if size == "presentation" else 1
            assert row.theme.panel == themed().panel
            assert row.theme.unit == themed().unit
            assert row.theme.body == round(scale * themed().body)
            if size == "presentation":
                assert row.button.font().pixelSize() == row.theme.body
    assert heights[0] == heights[1] == heights[2]


def test_it_is_in_the_frame_before_anything_in_it_is_dressed(qapp, qtbot):
    heights = []
    for size in ("normal", "presentation"):
        with dressed(qapp, light_theme(size)):
            row = Row()
            qtbot.addWidget(row)
            row.button.ensurePolished()
            row.set_theme(light_theme(size))
            heights.append(row.button.sizeHint().height())
    assert heights[0] == heights[1]


ASKED = [
    (QPushButton, {}),
    (QPushButton, {"flat_icon": True}),
    (QPushButton, {"flat_icon": True, "band": True}),
    (QPushButton, {"compact": True}),
    (QPushButton, {"link": True}),
    (QPushButton, {"pill": "cross"}),
    (QPushButton, {"segment": True}),
    (QPushButton, {"primary": True}),
    (QLineEdit, {}),
    (QLineEdit, {"role": "source", "band": True}),
    (QComboBox, {"compact": True}),
    (QSpinBox, {}),
    (QCheckBox, {}),
    (QLabel, {}),
    (QLabel, {"role": "small"}),
    (QLabel, {"role": "token"}),
    (QTabBar, {}),
    (QMenuBar, {}),
    (QSlider, {}),
]


@pytest.mark.parametrize("itself", [True, False], ids=["itself", "inside"])
@pytest.mark.parametrize(("kind", "asked"), ASKED)
def test_what_is_in_a_frame_grows_less_than_what_is_not(qapp, qtbot, kind, asked, itself):
    sizes, outside = [], []
    for size in ("normal", "presentation"):
        with dressed(qapp, light_theme(size)):
            for sized, framed in ((sizes, True), (outside, False)):
                around = QWidget()
                qtbot.addWidget(around)
                widget = made(kind, asked, around)
                if framed:
                    put_in_frame(widget if itself else around)
                around.show()
                sized.append((widget.sizeHint(), widget.font().pixelSize()))
    assert sizes[0] == outside[0] != outside[1]
    (normal, normal_font), (size, font), (outer, outer_font) = (*sizes, outside[1])
    assert font == round(1.25 * normal_font) < outer_font
    assert normal.height() <= size.height() <= outer.height()


def made(kind, asked, around):
    widget = kind(around)
    for name, value in asked.items():
        widget.setProperty(name, value)
    for says, text in (
        ("addTab", "One"),
        ("addItem", "One"),
        ("addMenu", "One"),
        ("setText", "One"),
    ):
        if hasattr(widget, says):
            getattr(widget, says)(text)
    return widget


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_it_has_no_sheet_of_its_own(qapp, qtbot, size):
    row = Row()
    qtbot.addWidget(row)
    row.set_theme(light_theme(size))
    assert row.styleSheet() == ""


def test_what_is_in_a_band_is_dressed_no_more_often_than_what_is_not(qapp, qtbot):
    row, plain = Row(), QPushButton("Translate")
    for widget in (row, plain):
        qtbot.addWidget(widget)
    with dressed(qapp, light_theme("presentation")):
        row.set_theme(light_theme("presentation"))
        row.show(), plain.show()
        told = [Dressings(row.button), Dressings(plain)]
        apply_theme(qapp, light_theme())
        row.set_theme(light_theme())
    assert told[0].number == told[1].number > 0


class Dressings(QObject):
    """How often a widget is told that its style has changed."""

    def __init__(self, widget):
        super().__init__(widget)
        self.number = 0
        widget.installEventFilter(self)

    def eventFilter(self, _, event):
        self.number += event.type() == QEvent.Type.StyleChange
        return False


# ------------------------------------------------------------------------------ test scrolled area
# What scrolls is measured in the style in which it is seen.


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


# -------------------------------------------------------------------------------- test status line
# What a view says reaches all that it stands in, as far as its window.


def test_every_widget_around_hears_it(qtbot):
    window, area, view = QWidget(), QScrollArea(), QWidget()
    qtbot.addWidget(window)
    area.setParent(window)
    area.setWidget(view)
    heard = [said_by(widget) for widget in (view, area, window)]
    tell(view, "0.54")
    tell(view, "")
    assert heard == [["0.54", ""]] * 3


def test_a_dialog_keeps_it_from_the_window_behind(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    dialog = QDialog(window)
    heard = said_by(window)
    tell(QWidget(dialog), "0.54")
    assert heard == []


def test_who_said_it_is_known(qtbot):
    class Around(QWidget):
        def event(self, event):
            told.append(getattr(event, "view", None))
            return super().event(event)

    told = []
    around = Around()
    qtbot.addWidget(around)
    view = QWidget(around)
    told.clear()
    tell(view, "0.54")
    QApplication.sendEvent(view, QStatusTipEvent("a hint of Qt"))
    assert told == [view, None]
