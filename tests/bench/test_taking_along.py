"""Pictures of every tab are copied and saved in every way: the GUI thread never stands still."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.bench.rounds import Rounds
from tests.viz_app.application import running, settle
from tests.viz_app.recorded_runs import history, with_runs
from viz_app.app.app_state import room_slot
from viz_app.app.bootstrap import Application
from viz_app.app.dialogs.picture import FigureOptions
from viz_app.app.panels import PANELS, TRAINING
from viz_app.app.picture_export import main_picture
from viz_app.workbench.changes.selection import option_picked

pytestmark = pytest.mark.bench

LONGEST_MS = {"screen": 50, "light": 60}
"""In other colours than on the screen what is no picture is dressed twice, at once."""

TEXTS = {"13 tokens": "我昨天在书店买了一本有趣的书。", "128 tokens": "我有一只猫，" * 18}

VIEWS = ("links", "text")
"""Of the heads, besides the grid."""

WAYS = ("copy", ".png", ".svg", ".pdf")


@pytest.fixture(params=TEXTS)
def application(request, qtbot, tmp_path) -> Iterator[Application]:
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path, text=TEXTS[request.param]) as application:
        application.window.resize(1280, 800)
        application.preferences.pick("theme", "dark")
        room_slot(application.store, TRAINING).apply(with_runs, history(layers=2, heads=2))
        settle(qtbot, application)
        yield application


@pytest.mark.parametrize("tab", [*(panel.name for panel in PANELS), *VIEWS])
def test_no_picture_holds_up_the_window(qtbot, application, tab, monkeypatch, tmp_path, measured):
    asked = "viz_app.widgets.file_dialogs.ask_output_path"
    monkeypatch.setattr(asked, lambda _parent, _what, _name, suffix: tmp_path / f"figure{suffix}")
    show(qtbot, application, tab)
    rounds = Rounds()
    for extent in ("picture", "whole"):
        for colours in ("screen", "light"):
            for way in WAYS:
                options = FigureOptions(
                    suffix=".png" if way == "copy" else way,
                    scale=4,
                    colours=colours,
                    extent=extent,
                )
                path = None if way == "copy" else tmp_path / f"figure{way}"
                name = f"{extent} {colours} {way}"
                take_along(application, rounds, name, options=options, path=path)
    for colours, budget in LONGEST_MS.items():
        what = f"pictures of {tab} saved in {colours} colours"
        rounds.judge(measured, what, budget=budget, of=f" {colours} ")


def show(qtbot, application: Application, tab: str) -> None:
    """Bring a tab to the front, all of it painted."""
    if tab in VIEWS:
        application.bench.apply(option_picked, "view", tab)
        tab = "attention"
    application.window.show_tab(tab)
    settle(qtbot, application)
    if tab == "bleu" and main_picture(application.window) is None:
        pytest.skip("there is no reference for this sentence")
    qtbot.waitUntil(lambda: main_picture(application.window) is not None)
    qtbot.wait(500)  # one chart after the other
    settle(qtbot, application)


def take_along(
    application: Application,
    rounds: Rounds,
    name: str,
    *,
    options: FigureOptions,
    path: Path | None,
) -> None:
    """Open the dialog, wait for the preview, choose, and wait until the worker has done the rest.

    Without a path the figure is copied.
    """
    exporter, window = application.work.taking.exporter, application.window
    exporter.options = options
    window.sentence.setText("")
    save = window.menus.edit.action("save_picture").trigger
    rounds.until(f"{name} dialog", lambda: not exporter.dialog.preview.pixmap().isNull(), save)
    if path is None:
        copy = exporter.dialog.copy_button.click
        rounds.until(name, lambda: "copied" in window.sentence.text(), copy)
    else:
        path.unlink(missing_ok=True)
        rounds.until(name, path.exists, exporter.dialog.buttons.accepted.emit)
    rounds.settle(name, lambda: None)
