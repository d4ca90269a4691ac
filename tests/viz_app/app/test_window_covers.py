"""Hide and reveal in the real window: nothing that is hidden is in any text of it."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.viz_app.application import settle
from tests.viz_app.listening import plain
from tests.viz_app.painted import svg_texts
from viz_app.app.panels import PANELS
from viz_app.app.report import ReportFile
from viz_app.app.window_options import WindowOptions
from viz_app.pictures.picture import CellSpots, PlacedSpots
from viz_app.storage.value_tables import tab_text
from viz_app.testing import opened
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured
from viz_app.workbench.changes.selection import (
    cell_picked,
    covers_set,
    head_picked,
    option_picked,
    step_chosen,
)
from viz_app.workbench.state import VIEWS, Cell

TEXT, STEP = "狗咬了猫。", 2
OPTIONS = WindowOptions(theme="light", language="en", device="cpu", model="zh-en", text=TEXT)
TEXTS = ("text", "toolTip", "statusTip", "accessibleName", "accessibleDescription", "windowTitle")


@pytest.fixture
def application(qtbot, tmp_path):
    with opened(qtbot, tmp_path, OPTIONS) as application:
        settle(qtbot, application)
        application.screen.apply(option_picked, "glosses", False)
        application.screen.apply(step_chosen, STEP)
        application.window.menus.action("second_display").trigger()
        settle(qtbot, application)
        shown = {view.objectName() for view in QApplication.allWidgets() if view.isVisible()}
        assert "second-display" in shown
        yield application


def texts_of(window):
    """All that is written, said, or would be copied, on the second display too."""
    seen = [view for view in QApplication.allWidgets() if view.isVisible()]
    for view in (*seen, *window.findChildren(QAction)):
        for name in TEXTS:
            told = getattr(view, name, None)
            if callable(told):
                yield str(told())
        if isinstance(view, Pictured):
            yield tab_text(view.shown_values())
        if isinstance(view, PictureView) and view.shown_picture() is not None:
            yield from _texts_of_picture(view)


def _texts_of_picture(view):
    picture, spots = view.shown_picture(), view.spots()
    yield from (picture.note, *picture.caption(), tab_text(picture.tables()))
    places = []
    if isinstance(spots, CellSpots):
        places = [Cell(*at) for at in np.ndindex(spots.grid.rows, spots.grid.columns)]
    elif isinstance(spots, PlacedSpots):
        places = [spot for row in spots.rows for spot, _ in row]
    yield from map(picture.say, places)
    yield from svg_texts(
        lambda painter, rect: picture.paint(painter, rect, view.theme), width=900, height=700
    )


def leaks(application, secrets):
    found = re.compile("|".join(rf"(?<!\w){re.escape(secret)}(?!\w)" for secret in secrets))
    told = (plain(text) for text in texts_of(application.window))
    return [text for text in told if found.search(text)]


def everywhere(qtbot, application):
    """Every tab, and of *Look* every view and the picture alone."""
    window = application.window
    for panel in PANELS:
        window.show_tab(panel.name)
        settle(qtbot, application)
        yield panel.name
    window.show_tab("attention")
    for view in VIEWS:
        application.screen.apply(option_picked, "view", view)
        settle(qtbot, application)
        yield view
    window.modes.show_picture_only(True)
    settle(qtbot, application)
    yield "picture only"
    window.modes.show_picture_only(False)
    application.screen.apply(option_picked, "view", "grid")


def test_no_hidden_word_is_anywhere(qtbot, application):
    steps = application.screen.now.trace.steps
    taken, later = steps[STEP].token, steps[-3].token
    words = (one.token for one in steps[STEP].candidates if one.token.isalpha())
    other = next(word for word in words if len(word) > 3 and word != taken)
    assert later not in {step.token for step in steps[: STEP + 1]}
    for cover, secret in (
        ("prediction", (taken, later)),
        ("candidates", (other,)),
        ("translation", (taken, later)),
        ("later", (later,)),
    ):
        application.screen.apply(covers_set, ())
        settle(qtbot, application)
        assert leaks(application, secret), cover
        application.screen.apply(covers_set, (cover,))
        for place in everywhere(qtbot, application):
            assert not leaks(application, secret), (cover, place)


def test_no_hidden_weight_is_anywhere(qtbot, application):
    application.screen.apply(head_picked, "cross", 1, 1)
    application.screen.apply(cell_picked, "cross", Cell(STEP, 0))
    every = application.screen.now.trace
    for cover, place in (("row", np.s_[:, :, STEP]), ("picture", np.s_[1, 1])):
        hidden = every.cross_weights[place].ravel()
        others = np.concatenate([every.weights(kind).ravel() for kind in every.kinds])
        known = [f"{weight:.4f}" for weight in others]
        secret = {
            text
            for weight in hidden
            for text in (f"{weight:.4f}",)
            if known.count(text) == 1 and weight > 0.02
        }
        secret |= {str(weight) for weight in hidden if weight > 0.02}
        application.screen.apply(covers_set, ())
        settle(qtbot, application)
        assert leaks(application, secret), cover
        application.screen.apply(covers_set, (cover,))
        for where in everywhere(qtbot, application):
            assert not leaks(application, {*secret, "nan"}), (cover, where)
        assert any("covered" in text for text in texts_of(application.window))


def test_space_reveals_in_order_except_where_it_is_typed(qtbot, application):
    window = application.window
    application.screen.apply(covers_set, ("row", "prediction"))
    assert window.cover_mark.isVisible()
    assert "row, prediction" in plain(window.cover_mark.text())
    source = window.header.source
    typed = source if isinstance(source, QLineEdit) else source.findChild(QLineEdit)
    typed.setFocus()
    qtbot.keyClick(typed, Qt.Key.Key_Space)
    assert application.screen.now.covers == ("row", "prediction")
    window.timeline.tokens.setFocus()
    for left in (("prediction",), ()):
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Space)
        assert application.screen.now.covers == left
    assert not window.cover_mark.isVisible()
    window.menus.covers.action("later").trigger()
    assert application.screen.now.covers == ("later",)
    assert window.menus.covers.action("later").isChecked()
    qtbot.mouseClick(window.cover_mark, Qt.MouseButton.LeftButton)
    assert application.screen.now.covers == ()


def test_a_scene_restores_what_it_hides_and_a_report_refuses(qtbot, application):
    application.screen.apply(covers_set, ("row", "later"))
    window = application.window
    window.menus.scenes.action("add").trigger()
    settle(qtbot, application)
    window.menus.covers.action("nothing").trigger()
    assert application.screen.now.covers == ()
    application.work.scenes.handle.show(application.store.state.scenes.list[0].id)
    settle(qtbot, application)
    assert application.screen.now.covers == ("row", "later")
    assert application.screen.now.covered_row == ("cross", STEP)
    window.findChild(ReportFile).ask_and_write()
    assert application.bench.now.notice.message.template.startswith("Covered")
