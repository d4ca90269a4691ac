"""Widgets set their texts again when the language changes, whatever they are and wherever."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFrame, QMenu, QTableView, QWidget

from tests.viz_app.probes import marked_language
from viz_app.widgets.translated import Translated

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


def test_who_has_texts_has_to_set_them(qtbot):
    with pytest.raises(NotImplementedError):
        Translated._retranslate(QWidget())
