"""The whole window for everybody: names, contrast, and 200 % on a small screen."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)

from tests.viz_app.painted import each_theme
from tests.viz_app.probes import focusable, spoken_name
from viz_app.app.panels import PANELS
from viz_app.app.window_options import WindowOptions
from viz_app.design.colours import READABLE, contrast
from viz_app.testing import all_made, opened, settle

pytestmark = [pytest.mark.window, pytest.mark.slow]

CONTROLS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar)
ZOOM = 3
"""Px of an image for one on the screen: so letters have their colour, and not only its edges."""

ROOM = QSize(683, 344)
"""Of a window on a screen of 1366 × 768 at 200 %, without its title bar."""

BOXES = (
    *("about", "check_model", "guide", "head_effects", "help_on_this", "import_model"),
    *("save_animation", "shortcuts"),
)


@pytest.fixture(params=["en", "zh_CN"])
def application(request, qtbot, tmp_path):
    options = WindowOptions(theme="light", language=request.param, device="cpu")
    with opened(qtbot, tmp_path, options) as application:
        settle(qtbot, application)
        yield application


def controls(view):
    """What is visible and has the keyboard or can be clicked, without the insides of Qt's own."""
    inside = QTabBar | QLineEdit | QAbstractSpinBox | QComboBox
    return [
        part
        for part in dict.fromkeys((*focusable(view), *view.findChildren(QAbstractButton)))
        if part.isVisible()
        and part.isEnabled()
        and not isinstance(part, QScrollBar)
        and not isinstance(part.parent(), inside)
    ]


def out_of_reach(view):
    """Controls that are not seen whole however one scrolls; pictures that are not seen at all."""
    for part in controls(view):
        bring(part)
        seen, whole = part.visibleRegion().boundingRect(), part.rect()
        if whole.width() > view.width() - 40:  # the field of a sentence
            seen.setWidth(whole.width())
        cut = isinstance(part, CONTROLS) and seen != whole
        # layouts round
        narrow = part.width() < part.minimumSizeHint().width() - 2
        if cut or seen.isEmpty() or (narrow and isinstance(part, QAbstractButton)):
            yield part.objectName(), spoken_name(part), seen, part.size(), part.minimumSizeHint()


def bring(part):
    """Scroll every area around a part to it."""
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and around.widget().isAncestorOf(part):
            middle = part.mapTo(around.widget(), part.rect().center())
            beside = part.width() // 2 + 1, part.height() // 2 + 1
            around.ensureVisible(*middle.toTuple(), *beside)
        around = around.parentWidget()


def boxes(qtbot, application):
    """The dialogs, one after the other."""
    window = application.window
    for name in BOXES:
        window.show_tab("attention")
        settle(qtbot, application)
        window.menus.action(name).trigger()
        all_made(qtbot, window)  # what it measures is not waited for
        (box,) = [box for box in window.findChildren(QDialog) if box.isVisible()]
        yield name, box
        box.close()


def test_at_200_per_cent_on_a_small_laptop_everything_has_a_name_and_can_be_reached(
    qtbot, application, monkeypatch
):
    window = application.window
    screen = SimpleNamespace(availableSize=lambda: ROOM)
    monkeypatch.setattr(window, "screen", lambda: screen)
    window.set_theme(window.theme)
    window.resize(ROOM)
    problems = []
    for panel in PANELS:
        window.show_tab(panel.name)
        settle(qtbot, application)
        assert window.size() == ROOM, panel.name
        found = (*out_of_reach(window), *without_names(window))
        problems += [(panel.name, *problem) for problem in found]
    for name, box in boxes(qtbot, application):
        box.resize(ROOM)
        all_made(qtbot, window)
        if box.size().boundedTo(ROOM) != box.size():
            problems.append((name, box.size()))
        problems += [(name, *problem) for problem in (*out_of_reach(box), *without_names(box))]
    assert problems == []


def test_the_keyboard_brings_into_view_what_it_reaches(qtbot, application, monkeypatch):
    window = application.window
    screen = SimpleNamespace(availableSize=lambda: ROOM)
    monkeypatch.setattr(window, "screen", lambda: screen)
    window.set_theme(window.theme)
    window.resize(ROOM)
    window.show_tab("attention")
    window.activateWindow()
    settle(qtbot, application)
    reached = set()
    for _ in range(40):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        reached.add(window.focusWidget().objectName())
        assert not window.focusWidget().visibleRegion().isEmpty(), window.focusWidget()
    assert {"timeline-player-forward", "heatmap"} <= reached


def test_a_large_window_and_the_picture_alone_do_not_scroll(qtbot, application):
    window = application.window
    bars = window.area.verticalScrollBar(), window.area.horizontalScrollBar()
    for extent in ((900, 600), (1366, 768)):
        window.resize(*extent)
        for panel in PANELS:
            window.show_tab(panel.name)
            settle(qtbot, application)
            assert not any(bar.isVisible() for bar in bars), (extent, panel.name)
            assert window.centre.size() == window.area.size()


@each_theme
def test_texts_on_the_screen_have_contrast(qtbot, tmp_path, theme):
    """Disabled controls are exempt, as in WCAG 2; pictures have their own tests."""
    name = "dark" if theme.is_dark else "light"
    faint = []
    with opened(qtbot, tmp_path, WindowOptions(theme=name, language="en", device="cpu")) as shown:
        window = shown.window
        for panel in PANELS:
            window.show_tab(panel.name)
            settle(qtbot, shown)
            image = QImage(window.size() * ZOOM, QImage.Format.Format_RGB32)
            image.setDevicePixelRatio(ZOOM)
            window.render(image)
            for part in window.findChildren(QWidget):
                place = part.visibleRegion().boundingRect()
                if is_written(part) and not place.isEmpty():
                    place.moveTo(part.mapTo(window, place.topLeft()))
                    if (ratio := contrast_in(image, place)) < READABLE:
                        faint.append((panel.name, part.objectName(), ratio))
    assert faint == []


def is_written(part):
    if isinstance(part, QTabBar):
        return True
    written = isinstance(part, QAbstractButton | QLabel | QLineEdit)
    return written and part.isEnabled() and part.isVisible() and bool(part.text().strip())


def contrast_in(image, place):
    """Of the most frequent colour there to the one that differs most; text is larger than 1 px."""
    part = image.copy(QRect(place.topLeft() * ZOOM, place.size() * ZOOM))
    pixels = np.frombuffer(part.constBits(), np.uint32) & 0xFFFFFF
    found, counts = np.unique(pixels, return_counts=True)
    ground = found[counts.argmax()]
    return max(contrast(split(one), split(ground)) for one in found[counts >= ZOOM])


def split(pixel):
    return [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255]


def without_names(view: QWidget):
    for part in controls(view):
        access = QAccessible.queryAccessibleInterface(part)
        # Qt names a combo box by its entry on Linux, and by its label elsewhere
        name = part.accessibleName() or access.text(QAccessible.Text.Name)
        classes = {one.__name__ for one in type(part).__mro__}
        if not name.strip() or name in classes or access.role() == QAccessible.Role.NoRole:
            yield part.objectName(), type(part).__name__, name, access.role()
