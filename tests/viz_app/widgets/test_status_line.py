"""What a view says reaches all that it stands in, as far as its window."""

from PySide6.QtGui import QStatusTipEvent
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QWidget

from tests.viz_app.listening import said_by
from viz_app.widgets.status_line import tell


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
