"""Every control of every tab, turned by hand, is as it was in the window that opens the session."""

import shutil

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)

from tests.viz_app.application import running, settle, type_and_translate
from viz_app.app.panels import PANELS
from viz_app.app.session_state import session_of

pytestmark = pytest.mark.window

CONTROLS = (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
)

FOLD = "Configuration"
"""How the room of a window is shared is the window's own: its next size may need another share."""

FILES = "File…"


def controls(page):
    """What can be turned there; what a control is made of is no other one."""
    for kind in CONTROLS:
        for widget in page.findChildren(kind):
            part = isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox)
            if widget.isVisible() and not part and not isinstance(widget, QScrollBar):
                yield widget


def told(widget):
    """What a control says."""
    match widget:
        case QAbstractButton():
            return widget.isChecked()
        case QComboBox():
            return widget.currentText()
        case QAbstractSlider():
            return widget.value()
        case QPlainTextEdit():
            return widget.toPlainText()
        case _:
            return widget.text()


def seen(page):
    """All of it, by the name that a screen reader would say."""
    named = [(w.accessibleName() or getattr(w, "text", str)(), told(w)) for w in controls(page)]
    return sorted((name, str(value)) for name, value in named if name != FOLD)


def turn(qtbot, widget):
    """Let a control say something else, as a user would; whether that was possible."""
    match widget:
        case QComboBox():
            rows = [row for row in range(widget.count()) if widget.itemText(row) not in {"", FILES}]
            if len(rows) < 2:
                return False
            widget.setCurrentIndex(rows[-1] if widget.currentIndex() != rows[-1] else rows[0])
            widget.activated.emit(widget.currentIndex())
        case QAbstractButton():
            if not widget.isCheckable() or widget.isChecked() or "Play" in widget.accessibleName():
                return False
            widget.click()
        case QAbstractSpinBox() | QAbstractSlider():
            qtbot.keyClick(widget, Qt.Key.Key_Up)
        case QPlainTextEdit():
            widget.setPlainText("b a")
        case _:
            return False
    return True


def page_of(window, panel):
    late = window.late.get(panel.page_name)
    return window.attention if late is None else late.panel


def walked(qtbot, application):
    """Turn everything once: what a turned control brings to the front is turned, too."""
    turned = set()
    for panel in PANELS:
        application.window.show_tab(panel.name)
        settle(qtbot, application)
        done: list[QWidget] = []
        page = page_of(application.window, panel)
        while left := [w for w in controls(page) if w not in done and w.isEnabled()]:
            done.append(left[0])
            if turn(qtbot, left[0]):
                turned.add(panel.name)
                QCoreApplication.processEvents()
        settle(qtbot, application)
    return turned


def looked_at(qtbot, application):
    """What every tab says."""
    pages = {}
    for panel in PANELS:
        application.window.show_tab(panel.name)
        settle(qtbot, application)
        page = page_of(application.window, panel)
        if panel.name == "training" and not page.form.fold.isChecked():
            page.form.fold.click()
        pages[panel.name] = seen(page)
    return pages


def test_what_was_turned_in_any_tab_is_turned_again(qtbot, tmp_path, tiny_checkpoint):
    (tmp_path / "shipped").mkdir()
    shutil.copy(tiny_checkpoint, tmp_path / "shipped" / "zh-en.safetensors")
    with running(qtbot, tmp_path, model=None) as application:
        application.window.resize(1400, 900)
        type_and_translate(qtbot, application, "a b c d e")
        first = looked_at(qtbot, application)
        turned = walked(qtbot, application)
        before = looked_at(qtbot, application)
        panels = session_of(application.store.state).panels
    of_a_run = {"runs", "time_lapse", "experiments"}  # what they show lies in the run's own folder
    assert turned - of_a_run == {panel.name for panel in PANELS} - of_a_run
    assert all(before[name] != first[name] for name in turned - of_a_run)
    with running(qtbot, tmp_path, model=None) as application:
        application.window.resize(1400, 900)
        settle(qtbot, application)
        after = looked_at(qtbot, application)
        assert session_of(application.store.state).panels == panels
    for name, controls_of in before.items():
        assert after[name] == controls_of, name
