"""A theme reaches everything that has colours and sizes of its own."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFrame, QMenu, QTableView, QWidget

from tests.viz_app.probes import marked_language
from viz_app.app.main_window import MainWindow
from viz_app.design.theme import band_theme, dark_theme, light_theme
from viz_app.widgets.layout import Band
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated

# --------------------------------------------------------------------------------- test translated
# Widgets set their texts again when the language changes, whatever they are and wherever.


TYPES = (QWidget, QFrame, QComboBox, QTableView, QDialog, QMenu)


def named(base):
    """A type that has a text, and writes down every change that Qt tells its base of."""

    class Base(base):
        def changeEvent(self, event):
            self.told.append(event.type())
            super().changeEvent(event)

    class Named(Translated, Base):
        def __init__(self, parent=None):
            self.told = []
            super().__init__(parent)
            self._retranslate()

        def _retranslate(self):
            self.setAccessibleName(self.tr("Step"))

    return Named


@pytest.mark.parametrize("base", TYPES)
def test_it_follows_the_language_and_back(qtbot, base):
    view = named(base)()
    qtbot.addWidget(view)
    with marked_language():
        assert view.accessibleName() == "«Step»"
    assert view.accessibleName() == "Step"


def test_hidden_widgets_inside_of_others_follow_too(qtbot):
    window = named(QWidget)()
    qtbot.addWidget(window)
    child = named(QFrame)(QWidget(window))
    child.hide()
    with marked_language():
        assert child.accessibleName() == "«Step»"


@pytest.mark.parametrize("base", TYPES)
def test_the_type_of_qt_hears_of_every_change(qtbot, base):
    view = named(base)()
    qtbot.addWidget(view)
    view.told.clear()
    view.setAccessibleName("other")
    QApplication.sendEvent(view, QEvent(QEvent.Type.StyleChange))
    assert view.accessibleName() == "other"
    QApplication.sendEvent(view, QEvent(QEvent.Type.LanguageChange))
    assert view.accessibleName() == "Step"
    assert {QEvent.Type.StyleChange, QEvent.Type.LanguageChange} <= set(view.told)


def test_it_is_still_what_qt_made_it(qtbot):
    view = named(QDialog)()
    qtbot.addWidget(view)
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.open()
    view.accept()
    assert view.result() == QDialog.DialogCode.Accepted


# ------------------------------------------------------------------------------------- test themed


def test_a_pages_theme_is_that_of_all_that_is_in_it(qtbot):
    theme = dark_theme("presentation")
    window = MainWindow(theme)
    qtbot.addWidget(window)
    for page in window.late.values():
        page.make()
    inside = [child for child in window.findChildren(QWidget) if isinstance(child, PictureView)]
    assert len(inside) > 40
    assert not [child for child in inside if child.theme != expected(child, theme)]


class Box(Themed, QWidget):
    """Counts how often it was dressed."""

    dressed = 0

    def _apply_theme(self):
        self.dressed += 1


@pytest.fixture
def boxes(qtbot):
    """One in another, in a plain widget in a third."""
    outer = Box()
    qtbot.addWidget(outer)
    middle = Box(QWidget(outer))
    return outer, middle, Box(middle)


def test_what_wears_a_theme_already_is_not_dressed_again(boxes):
    outer, middle, inner = boxes
    theme = dark_theme()
    middle.set_theme(theme)
    outer.set_theme(theme)
    assert (outer.dressed, middle.dressed, inner.dressed) == (1, 1, 1)
    outer.set_theme(light_theme())
    assert (outer.dressed, middle.dressed, inner.dressed) == (2, 2, 2)


def test_what_was_put_inside_later_is_dressed_and_so_is_what_is_around_it(boxes):
    outer, middle, inner = boxes
    theme = dark_theme()
    outer.set_theme(theme)
    late = Box(QWidget(inner))
    beside = Box(outer)
    beside.set_theme(theme)
    outer.set_theme(theme)
    assert late.theme is theme
    assert (outer.dressed, middle.dressed, inner.dressed, late.dressed) == (2, 2, 2, 1)
    assert beside.dressed == 1


def expected(child, theme):
    """Rows around the pictures, and what is in them, have the sizes of the frame."""
    around = child
    while around is not None and not isinstance(around, Band):
        around = around.parentWidget()
    return theme if around is None else band_theme(theme)


def test_what_qt_has_put_in_a_chooser_is_left_to_qt(boxes):
    outer, *_ = boxes
    chooser = QComboBox(outer)
    inside = Box(chooser)
    outer.set_theme(dark_theme())
    assert (outer.dressed, inside.dressed) == (1, 0)
