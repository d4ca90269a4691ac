"""A window with a translation and a run, whose pictures and numbers are taken along."""

import pytest
from PySide6.QtGui import QGuiApplication

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.viz_app.app.take_along.images import far_from
from tests.viz_app.app.take_along.tabs import LEARNING, PAGED, TEXT, TYPED
from tests.viz_app.application import click, running, settle
from tests.viz_app.recorded_runs import history, with_runs
from viz_app.app.app_state import room_slot
from viz_app.app.dialogs.picture import FigureOptions
from viz_app.app.panels import TRAINING
from viz_app.app.picture_export import main_picture, picture_around
from viz_app.widgets.choosers import Segments
from viz_app.widgets.themed import pictures_inside


@pytest.fixture
def application(qtbot, tmp_path):
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path, text=TEXT) as application:
        application.window.resize(1280, 800)
        room_slot(application.store, TRAINING).apply(with_runs, history(layers=2, heads=2))
        settle(qtbot, application)
        yield application


@pytest.fixture
def window(application):
    return application.window


@pytest.fixture
def exporter(application):
    return application.work.taking.exporter


@pytest.fixture
def in_front(qtbot, application, window):
    """Brings a tab to the front and waits for its main picture; that picture."""

    def show(tab):
        window.show_tab(tab)
        settle(qtbot, application)
        qtbot.waitUntil(lambda: main_picture(window) is not None)
        view = main_picture(window).view
        if tab in LEARNING - {"time_lapse"}:  # one chart after the other
            qtbot.waitUntil(lambda: len(list(pictures_inside(view))) == 4)
        if tab in {*TYPED, "one_head", "embedding"}:  # the worker computes what they show
            qtbot.waitUntil(lambda: bool(main_picture(window).view.shown_values()))
        settle(qtbot, application)
        return main_picture(window).view

    return show


@pytest.fixture
def pages(qtbot, application, window, in_front):
    """Shows one page of a tab after the other."""

    def turn(tab):
        in_front(tab)
        found = [one for one in window.tabs.page().findChildren(Segments) if one.isVisible()]
        buttons = found[0].buttons.items() if tab in PAGED else ()
        for name in [name for name, button in buttons if button.isVisible()] or [""]:
            if name:
                click(qtbot, found[0].button(name))
            settle(qtbot, application)
            yield name

    return turn


@pytest.fixture
def saved(qtbot, application, window, exporter, file_dialogs, tmp_path):
    """Saves the picture that is meant by menu and dialogs, with some choices; the file's path."""

    def save(name, *choices):
        path = tmp_path / name
        file_dialogs.append(path)
        window.menus.edit.action("save_picture").trigger()
        dialog = exporter.dialog
        for row, value in choices:
            field = getattr(dialog, row)
            if row == "picture":
                field.setCurrentIndex(value)
            elif isinstance(value, str):
                click(qtbot, field.button(value))
            else:
                field.setChecked(value)
        dialog.buttons.accepted.emit()
        settle(qtbot, application)
        return path

    return save


@pytest.fixture
def copied(qtbot, application):
    """What is on the clipboard when the worker has painted it."""

    def image():
        settle(qtbot, application)
        return QGuiApplication.clipboard().image()

    return image


@pytest.fixture
def as_shown(window, exporter, copied):
    """The share of pixels of a copy, one for one, that differ from those on the screen."""

    def compare(view):
        window.header.source.setFocus()  # else a ring stands around it
        shown, before = view.grab().toImage(), exporter.options
        exporter.options = FigureOptions(scale=1)
        exporter.copy_picture(picture_around(window, view))
        exporter.options = before
        return far_from(copied(), shown)

    return compare
