"""Through the real window: pictures and numbers are copied and saved, as they are on the screen."""

import threading
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from model.messages import Message
from tests.every import every
from tests.viz_app.app.take_along.images import (
    ALIKE,
    RATIO,
    SVG_TEXT,
    far_from,
    pixels,
    texts_of,
    words_of,
)
from tests.viz_app.app.take_along.tabs import TABS, TEXT, every_picture
from tests.viz_app.application import CTRL, click, press, said, settle
from tests.viz_app.full_disk import full_disk
from tests.viz_app.recorded_runs import with_runs
from viz_app.app.app_state import room_slot
from viz_app.app.dialogs.picture import FigureOptions
from viz_app.app.menus.entries import INTERVENTION_GROUPS
from viz_app.app.panels import TRAINING
from viz_app.app.picture_export import main_picture, meant_picture, picture_around
from viz_app.panels.training.runs.view import RunsList
from viz_app.pictures.mosaic import Mosaic
from viz_app.storage.settings import load_settings
from viz_app.texts.labels import missing_cjk_font
from viz_app.workbench.changes.models import told
from viz_app.workbench.changes.selection import kind_picked, option_picked

SHIFT = Qt.KeyboardModifier.ShiftModifier


# ------------------------------------------------------------------------ pictures


def test_what_is_taken_along_is_painted_in_the_worker(qtbot, window, saved, copied, monkeypatch):
    """The GUI thread would stand still while heads become images of a file."""
    threads, paint = [], Mosaic.paint

    def noted(*args):
        threads.append(threading.current_thread())
        return paint(*args)

    press(qtbot, window.attention.mosaic, Qt.Key.Key_C, CTRL)
    at_once = copied()
    monkeypatch.setattr(Mosaic, "paint", noted)
    press(qtbot, window.attention.mosaic, Qt.Key.Key_C, CTRL)
    assert copied() == at_once
    saved("mosaic.svg", ("colours", "light"))
    assert saved("whole.png", ("extent", "whole")).exists()
    assert len(threads) >= 3  # and for previews
    assert threading.main_thread() not in threads


def test_the_dialog_shows_what_will_be_taken_along(qtbot, application, window, exporter):
    application.preferences.pick("theme", "dark")
    settle(qtbot, application)
    window.attention.mosaic.setFocus()
    window.menus.edit.action("save_picture").trigger()
    dialog, seen = exporter.dialog, []
    for colours in ("screen", "light", "screen"):
        dialog.preview.clear()
        click(qtbot, dialog.colours.button("light" if colours == "screen" else "screen"))
        click(qtbot, dialog.colours.button(colours))
        qtbot.waitUntil(lambda: not dialog.preview.pixmap().isNull())
        settle(qtbot, application)
        seen.append(dialog.preview.pixmap().toImage())
    assert seen[0] == seen[2]
    assert np.median(pixels(seen[0])) < 90 < 180 < np.median(pixels(seen[1]))
    dialog.reject()


@pytest.mark.window
def test_before_a_run_there_is_no_picture(qtbot, application, window, copied):
    room_slot(application.store, TRAINING).apply(with_runs)
    QGuiApplication.clipboard().clear()
    window.show_tab("training")
    settle(qtbot, application)
    window.menus.edit.action("copy_picture").trigger()
    assert "no picture" in said(window)
    assert copied().isNull()


# ------------------------------------------------------------------------ as it is looked at


@pytest.mark.window
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("view", "links"),
        ("view", "text"),
        ("scale", "log"),
        ("colour_map", "grey"),
        ("words", True),
    ],
)
def test_options_are_kept(qtbot, application, window, as_shown, option, value, copied):
    application.bench.apply(option_picked, "view", "focus")
    settle(qtbot, application)
    press(qtbot, window.attention.pictures.current(), Qt.Key.Key_C, CTRL)
    before = copied()
    application.bench.apply(option_picked, option, value)
    settle(qtbot, application)
    view = window.attention.pictures.current()
    press(qtbot, view, Qt.Key.Key_C, CTRL)
    assert copied().size() == view.size() * RATIO
    assert copied() != before or option == "words"  # zh-en has no pieces in this sentence
    assert as_shown(view) < ALIKE


@pytest.mark.window
def test_zoom_is_kept(qtbot, window, as_shown, copied):
    view = window.attention.focus
    press(qtbot, view, Qt.Key.Key_C, CTRL)
    whole = copied()
    for _ in range(6):
        press(qtbot, view, Qt.Key.Key_Plus)
    press(qtbot, view, Qt.Key.Key_C, CTRL)
    assert view.is_zoomed
    assert far_from(copied(), whole) > 0.1
    assert as_shown(view) < ALIKE


@pytest.mark.window
def test_side_by_side_is_one_picture_and_each_kind_is_one(qtbot, application, window, copied):
    application.bench.apply(option_picked, "side_by_side", True)
    settle(qtbot, application)
    columns = window.attention.columns
    press(qtbot, window.header.source, Qt.Key.Key_C, CTRL)
    assert copied().size() == columns.size() * RATIO
    mosaic = columns.mosaics["decoder"]
    press(qtbot, mosaic, Qt.Key.Key_C, CTRL)
    assert copied().size() == mosaic.size() * RATIO


@pytest.mark.window
def test_the_timeline_is_a_picture_and_its_buttons_mean_the_view(qtbot, window, copied):
    press(qtbot, window.timeline.tokens, Qt.Key.Key_C, CTRL)
    assert copied().size() == window.timeline.size() * RATIO
    click(qtbot, window.timeline.player.back)
    assert window.focusWidget() is window.timeline.player.back
    assert meant_picture(window) == main_picture(window)


def test_the_whole_view_has_grid_and_head(window, saved):
    path = saved("figure.png", ("extent", "whole"), ("scale", "1"))
    area = window.attention.mosaic.width() + window.attention.focus.width()
    shown = QImage(str(path))
    assert shown.width() > area
    edges = {shown.pixel(x, y) for x in (0, shown.width() - 1) for y in range(area // 4)}
    assert len(edges) == 1


def test_all_of_a_preview_is_in_view_however_long_the_caption_is(
    qtbot, application, window, exporter
):
    window.menus.edit.action("save_picture").trigger()
    dialog = exporter.dialog
    qtbot.waitUntil(dialog.isVisible)
    draw, words = dialog._draw, " ".join(["caption"] * 60)
    heights = []
    for caption in (words, 20 * words):
        dialog._draw = lambda *given, said=caption: (draw(*given), said)[1]
        click(qtbot, dialog.suffix.button(".png"))
        settle(qtbot, application)
        frame = dialog.preview.parentWidget()
        assert frame.rect().contains(dialog.preview.geometry())
        assert dialog.caption.height() >= dialog.caption.heightForWidth(dialog.caption.width())
        heights.append(dialog.height())
    assert heights[1] < 1.1 * heights[0]
    dialog.reject()


def test_the_dialog_fits_into_a_low_screen(qtbot, application, window, exporter, monkeypatch):
    extent = QSize(900, 600)
    monkeypatch.setattr(window, "screen", lambda: SimpleNamespace(availableSize=lambda: extent))
    application.preferences.pick("size", "presentation")
    window.menus.edit.action("save_picture").trigger()
    qtbot.waitUntil(exporter.dialog.isVisible)
    settle(qtbot, application)
    assert exporter.dialog.height() <= extent.height()
    assert exporter.dialog.preview.height() > extent.height() / 5
    exporter.dialog.reject()


@every("scale", [1, 2, 3, 4])
def test_a_png_has_the_chosen_scale(qtbot, window, saved, exporter, scale):
    view = main_picture(window).view
    exporter.options = FigureOptions(caption=False)
    image = QImage(str(saved("figure.png", ("scale", str(scale)), ("tokens", False))))
    assert image.size() == view.size() * scale  # without the room of a caption
    assert image.dotsPerMeterX() == pytest.approx(scale * 96 / 0.0254, abs=1)


# ------------------------------------------------------------------------ tokens of a grid


@every("suffix", [".svg", ".pdf"])
def test_a_saved_grid_has_its_tokens_on_both_axes(application, window, saved, suffix):
    if missing_cjk_font():
        pytest.skip("no font with Chinese characters")
    trace, words = application.screen.now.trace, texts_of if suffix == ".svg" else words_of
    said = "".join(words(saved(f"figure{suffix}", ("tokens", True))))
    layers, heads = trace.weights("cross").shape[:2]
    assert said.count("猫") == heads + 1  # above each head, and in the caption
    for fed, predicted in zip(trace.query_tokens("cross"), trace.predicted_tokens, strict=True):
        assert said.count(f"{fed} → {predicted}") == layers
    without = "".join(words(saved(f"without{suffix}", ("tokens", False))))
    assert (without.count("猫"), without.count("→")) == (1, 1)


def test_heads_in_an_order_of_their_own_have_tokens_where_they_stand(application, saved):
    application.bench.apply(option_picked, "tint", "entropy")
    application.bench.apply(option_picked, "sorted_by_tint", True)
    trace = application.screen.now.trace
    parts = list(ElementTree.parse(saved("figure.svg")).iter(SVG_TEXT))
    rows = [float(part.get("y")) for part in parts if "".join(part.itertext()) == "a → cat"]
    assert len(set(rows)) == len(rows) == trace.weights("cross").shape[0]


def test_the_dialog_copies_what_it_shows(qtbot, window, exporter, copied):
    window.menus.edit.action("save_picture").trigger()
    dialog = exporter.dialog
    dialog.with_caption.setChecked(False)
    click(qtbot, dialog.copy_button)
    with_tokens = copied()
    exporter.copy_picture()
    assert copied().size() == window.attention.mosaic.size() * RATIO
    assert with_tokens.size() != copied().size()


# ------------------------------------------------------------------------ text fields, menus


@pytest.mark.window
def test_a_text_field_copies_its_selection_else_the_picture_is_meant(qtbot, window, copied):
    field = window.header.source
    field.selectAll()
    press(qtbot, field, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == TEXT
    field.deselect()
    press(qtbot, field, Qt.Key.Key_C, CTRL)
    assert copied().size() == window.attention.mosaic.size() * RATIO


def right_click(view, point=None):
    point = point or view.rect().center()
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, point, view.mapToGlobal(point))
    QApplication.sendEvent(view, event)


@pytest.mark.window
@pytest.mark.parametrize("name", ["mosaic", "focus"])
def test_the_right_mouse_button_is_for_the_picture_under_it(qtbot, window, exporter, name, copied):
    view = getattr(window.attention, name)
    right_click(view)
    edit = [action.text() for action in window.menus.edit.all_actions()]
    heads, words = (list(group) for group in INTERVENTION_GROUPS[:2])
    actions, changes = exporter.menu.actions(), window.menus.interventions.action
    assert [actions[1], actions[9]] == [changes(heads[0]), changes(words[0])]
    actions = actions[-4:]
    assert [action.text() for action in actions] == edit[-4:]
    assert [action.isEnabled() for action in actions] == [True] * 4
    assert [action.shortcut().toString() for action in actions] == [
        "Ctrl+C",
        "Ctrl+Shift+V",
        "Ctrl+Shift+I",
        "Ctrl+Shift+N",
    ]
    assert all(action.isShortcutVisibleInContextMenu() for action in exporter.menu.actions()[1:])
    actions[0].trigger()
    exporter.menu.close()
    assert copied().size() == view.size() * RATIO


@pytest.mark.window
def test_a_plot_has_the_menu_too(in_front, exporter, copied):
    chart = in_front("training").charts["loss"]
    right_click(chart.plot.viewport())
    exporter.menu.actions()[0].trigger()
    exporter.menu.close()
    assert copied().size() == chart.size() * RATIO


@pytest.mark.window
def test_where_there_is_no_picture_there_is_no_menu(window, exporter):
    right_click(window.header)
    assert exporter.menu is None


# ------------------------------------------------------------------------ numbers


@pytest.mark.window
@every("kind", ["encoder", "decoder", "cross"])
def test_copied_values_are_the_weights_of_the_trace(qtbot, application, window, kind):
    application.bench.apply(kind_picked, kind)
    settle(qtbot, application)
    QGuiApplication.clipboard().clear()
    press(qtbot, window.attention.focus, Qt.Key.Key_V, CTRL | SHIFT)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    assert "Values copied" in window.sentence.text()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    trace, selection = application.screen.now.trace, application.screen.now.selection
    assert tuple(lines[0][1:]) == trace.key_tokens(kind)
    numbers = np.array([[text or "nan" for text in line[1:]] for line in lines[1:]], np.float32)
    weights = trace.weights(kind)[selection.layer, selection.head]
    shown = np.where(trace.mask(kind), weights, np.nan)  # what is masked is no zero
    assert np.array_equal(numbers, shown, equal_nan=True)
    if kind == "cross":
        fed, predicted = trace.query_tokens(kind), trace.predicted_tokens
        rows = [f"{a} → {b}" for a, b in zip(fed, predicted, strict=True)]
        assert [line[0] for line in lines[1:]] == rows


def test_what_was_copied_is_not_said_for_ever(qtbot, window, exporter, monkeypatch):
    monkeypatch.setattr("viz_app.app.picture_export.SAID_MS", 500)
    exporter.copy_picture()
    qtbot.waitUntil(lambda: "Picture copied" in window.sentence.text())
    qtbot.waitUntil(lambda: window.sentence.text() == "")


# ------------------------------------------------------------------------ what goes wrong


def test_what_cannot_be_written_is_said_and_a_changed_mind_writes_nothing(
    qtbot, application, window, exporter, file_dialogs, readonly_folder, tmp_path
):
    before = set(tmp_path.iterdir())
    window.menus.edit.action("save_picture").trigger()
    exporter.dialog.reject()
    settle(qtbot, application)
    assert said(window) == ""
    for entry, path, sentence in (
        ("save_picture", readonly_folder / "figure.png", "cannot be written"),
        ("save_picture", tmp_path / "figure.gif", "must end in .png, .svg or .pdf"),
        ("save_numbers", tmp_path / "numbers.xlsx", "must end in .npz, .json or .csv"),
    ):
        file_dialogs.append(path)
        window.menus.edit.action(entry).trigger()
        if entry == "save_picture":
            exporter.dialog.buttons.accepted.emit()
        settle(qtbot, application)
        assert sentence in said(window)
        window.notices.close_button.click()
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {"settings.json"}


def test_a_full_disk_leaves_what_was_there(qtbot, window, saved, tmp_path):
    (tmp_path / "figure.pdf").write_bytes(b"before")
    with full_disk():
        path = saved("figure.pdf")
    assert path.read_bytes() == b"before"
    assert "cannot be written" in said(window)


@pytest.mark.window
def test_what_is_under_the_mouse_is_meant_where_no_picture_has_the_keyboard(
    qtbot, window, monkeypatch, copied
):
    view = window.attention.focus
    monkeypatch.setattr(QApplication, "widgetAt", lambda _place: view)
    press(qtbot, window.header.source, Qt.Key.Key_C, CTRL)
    assert copied().size() == view.size() * RATIO
    press(qtbot, window.attention.mosaic, Qt.Key.Key_C, CTRL)  # the keyboard comes first
    assert copied().size() == window.attention.mosaic.size() * RATIO


@pytest.mark.window
def test_what_has_no_numbers_says_so(qtbot, window, in_front, exporter):
    charts = in_front("training").charts.values()
    (view,) = (chart for chart in charts if not chart.shown_values())  # no score was measured
    right_click(view)
    actions = exporter.menu.actions()
    assert [action.isEnabled() for action in actions] == [True, False, True, False]
    assert "no values" in actions[1].toolTip()
    exporter.menu.close()
    press(qtbot, view, Qt.Key.Key_V, CTRL | SHIFT)
    assert "has no values" in said(window)


@pytest.mark.window
def test_a_list_copies_what_is_chosen_in_it(qtbot, window, in_front, copied):
    in_front("runs")
    listed = window.tabs.page().findChild(RunsList)
    press(qtbot, listed, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == listed.currentIndex().data()
    assert copied().isNull()


@pytest.mark.window
def test_a_sentence_copies_what_is_chosen_in_it(qtbot, application, window):
    application.bench.apply(told, Message("Nothing was lost."))
    label = window.notices.sentence
    label.setSelection(label.text().index("Nothing"), len("Nothing"))
    press(qtbot, label, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "Nothing"


def test_what_does_not_count_is_faded_and_a_caption_that_is_left_out_is_not_shown(
    qtbot, window, exporter, saved, tmp_path
):
    saved("figure.png", ("tokens", False))
    qtbot.waitUntil(lambda: not load_settings(tmp_path / "settings.json")[0].grid_tokens)
    window.menus.edit.action("save_picture").trigger()
    dialog = exporter.dialog
    assert dialog.tokens.isVisible()
    assert not dialog.tokens.isChecked(), "it was remembered"
    click(qtbot, dialog.extent.button("whole"))
    assert not dialog.tokens.isEnabled()
    pixels = dialog.scale.button("2").grab().toImage()
    assert dialog.caption.text()
    click(qtbot, dialog.suffix.button(".svg"))
    assert not dialog.scale.isEnabled()
    assert dialog.scale.button("2").grab().toImage() != pixels
    qtbot.mouseClick(dialog.with_caption, Qt.MouseButton.LeftButton)
    dialog.with_caption.setChecked(False)
    assert dialog.caption.text() == ""
    dialog.reject()
    exporter.save_picture(picture_around(window, window.attention.focus))
    assert not exporter.dialog.tokens.isVisible(), "only a grid is asked about its tokens"
    exporter.dialog.reject()


def test_every_picture_is_offered_and_the_largest_is_chosen_first(window, in_front, exporter):
    for tab in TABS:
        in_front(tab)
        window.timeline.tokens.setFocus()
        window.menus.edit.action("save_picture").trigger()
        combo, offered = exporter.dialog.picture, every_picture(window)
        names = [combo.itemText(index) for index in range(combo.count())]
        assert len(set(names)) == len(names) == len(offered)
        areas = [view.width() * view.height() for view in offered]
        assert areas[exporter.dialog.options().picture] == max(areas)
        exporter.dialog.reject()


def test_the_picture_that_is_chosen_in_the_list_is_saved(window, saved):
    for index, view in enumerate(every_picture(window)):
        plain = ("with_caption", False), ("tokens", False), ("scale", "1")
        path = saved(f"{index}.png", ("picture", index), *plain)
        assert QImage(str(path)).size() == view.size()
