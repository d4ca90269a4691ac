"""Presentation size in a window of 1920 × 1080: every text has 24 px, and a quarter is legible."""

import math
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontInfo, QImage, QPainter, QTextCharFormat
from PySide6.QtWidgets import QApplication, QMenu, QTextEdit, QToolTip, QWidget

from tests.viz_app.application import settle, type_and_translate
from viz_app.app.panels import PANELS
from viz_app.app.window_options import WindowOptions
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.pictures.matrix import Zoom
from viz_app.storage.settings import Settings, save_settings
from viz_app.testing import opened

LEAST, EXTENT = 24, QSize(1920, 1080)
SIXTY = (
    "the small dog chased my two black cats in the garden and the old man saw the young woman "
    "near the big house while the boys ate a red apple and she gave him the green book and they "
    "walked to the school by the river with her friends and their teacher in the evening of day"
)


@pytest.fixture
def hall(qtbot, tmp_path, monkeypatch, request):
    """The application at presentation size on such a screen, with shipped models."""
    file, theme = tmp_path / "settings.json", getattr(request, "param", "light")
    save_settings(file, Settings(size="presentation", greeted=True))
    options = WindowOptions(device="cpu", theme=theme, language="en")
    with opened(qtbot, tmp_path, options, settings=file) as application:
        window, frame = application.window, QSize(4, 4)
        screen = SimpleNamespace(availableSize=lambda: EXTENT + frame)
        monkeypatch.setattr(window, "screen", lambda: screen)
        window.resize(EXTENT)
        qtbot.waitUntil(lambda: window.theme.small == LEAST)
        settle(qtbot, application)
        assert window.size() == EXTENT
        yield application


@pytest.fixture
def painted(monkeypatch):
    """Size in px, and text, of all that Python paints from now on."""
    found, draw = set(), QPainter.drawText

    def heard(painter, *given):
        scale = math.sqrt(abs(painter.transform().determinant()))
        text = next((one for one in given if isinstance(one, str)), "")
        if text.strip():
            found.add((round(QFontInfo(painter.font()).pixelSize() * scale, 1), text))
        return draw(painter, *given)

    monkeypatch.setattr(QPainter, "drawText", heard)
    return found


def widgets_below(window):
    """Visible widgets with a smaller font, whether or not they have a text."""
    return [
        (QFontInfo(view.font()).pixelSize(), type(view).__name__, view.objectName())
        for view in (window, *window.findChildren(QWidget))
        if view.isVisible() and view.width() and QFontInfo(view.font()).pixelSize() < LEAST
    ]


def written_below(window):
    """Texts in smaller letters in documents; indices of formulas are smaller everywhere."""
    normal = QTextCharFormat.VerticalAlignment.AlignNormal
    found = []
    for view in window.findChildren(QTextEdit):
        block = view.document().begin()
        while view.isVisible() and block.isValid():
            for form in block.textFormats():
                size = QFontInfo(form.format.font()).pixelSize()
                if form.format.verticalAlignment() == normal and size < LEAST:
                    found.append((size, block.text()))
            block = block.next()
    return found


def test_every_text_of_every_tab_has_24_px(qtbot, hall, painted):
    window = hall.window
    for panel in PANELS:
        painted.clear()
        window.show_tab(panel.name)
        settle(qtbot, hall)
        window.grab()
        assert painted or panel.name in {"training", "experiments", "runs"}, panel.name
        assert sorted(one for one in painted if one[0] < LEAST) == [], panel.name
        assert widgets_below(window) == [], panel.name
        assert written_below(window) == [], panel.name


def test_so_have_scenes_notes_lessons_menus_and_tool_tips(qtbot, hall, painted):
    window = hall.window
    window.menus.scenes.action("list").trigger()
    window.menus.scenes.action("add").trigger()
    hall.work.lessons.open_shipped("tour")
    settle(qtbot, hall)
    window.scenes.panel.note.set_note("# Look\n\nat *this* `row`")
    window.grab()
    assert window.lesson.isVisible()
    assert window.scenes.isVisible()
    assert widgets_below(window) == []
    assert written_below(window) == []
    assert sorted(one for one in painted if one[0] < LEAST) == []
    for menu in window.menuBar().findChildren(QMenu):
        menu.ensurePolished()
        assert QFontInfo(menu.font()).pixelSize() >= LEAST, menu.objectName()
    QToolTip.showText(QPoint(50, 50), "the exact value", window)
    tips = [one for one in QApplication.topLevelWidgets() if one.inherits("QTipLabel")]
    assert [tip for tip in tips if QFontInfo(tip.font()).pixelSize() < LEAST] == []
    assert tips
    QToolTip.hideText()


def heatmap(qtbot, application):
    window = application.window
    window.menus.attention.action("view_focus").trigger()
    settle(qtbot, application)
    views = window.attention.findChildren(HeatmapView)
    return next(view for view in views if view.isVisible())


def apart(labels):
    """Whether no label of an axis lies on the next one."""
    return not any(one.rect.intersects(other.rect) for one, other in pairwise(labels))


def test_of_60_tokens_every_so_many_th_is_named_whole_and_all_when_zoomed(qtbot, hall):
    type_and_translate(qtbot, hall, SIXTY)
    view = heatmap(qtbot, hall)
    for zoomed in (False, True):
        if zoomed:
            view.set_zoom(Zoom(factor=6.0))
        layout = view.spots()
        assert len(view.focus.columns) > 60
        assert {label.size >= LEAST for label in (*layout.rows, *layout.columns)} == {True}
        assert apart(layout.rows)
        assert apart(layout.columns)
        assert not any("…" in label.text for label in layout.columns)
        steps = {b.index - a.index for a, b in pairwise(layout.columns)}
        assert steps == {1} if zoomed else min(steps) > 1


def lights(image):
    """Relative luminance of each pixel, as WCAG has it. ``[y, x]``."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    rgb = raw[:, : 3 * image.width()].reshape(image.height(), image.width(), 3) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(part):
    """Of the strokes with their ground: of the two extremes in a place."""
    return (part.max() + 0.05) / (part.min() + 0.05)


@pytest.mark.parametrize("hall", ["light", "dark"], indirect=True)
def test_labels_are_legible_in_a_quarter_of_the_screenshot(qtbot, hall):
    view = heatmap(qtbot, hall)
    layout, window = view.spots(), hall.window
    quarter = (
        window.grab()
        .toImage()
        .scaled(
            480,
            270,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    )
    light, corner = lights(quarter), view.mapTo(window, QPoint())
    seen = {}
    for label in (*layout.rows, *layout.columns):
        place = QRectF(label.rect).translated(corner)
        left, top = math.floor(place.left() / 4), math.floor(place.top() / 4)
        part = light[top : math.ceil(place.bottom() / 4), left : math.ceil(place.right() / 4)]
        if any(letter.isalnum() for letter in label.text):  # a full stop is one pixel
            assert contrast(part) >= 3, label.text
        seen.setdefault(label.text, []).append(part)
    assert len(seen) > 10
    parts = [places[0] for places in seen.values()]
    for number, one in enumerate(parts):  # no two words look the same
        for other in parts[:number]:
            alike = one.shape == other.shape and abs(one - other).mean() < 0.02
            assert not alike
