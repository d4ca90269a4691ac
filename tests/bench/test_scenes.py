"""How soon a scene of an opened class is on screen: to its picture, and to the worker's answers."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.bench.measuring import Figures
from tests.viz_app.application import settle, wait_for_translation
from viz_app.app.bootstrap import Application
from viz_app.app.panels import PANELS
from viz_app.storage.session import load_session
from viz_app.testing import DEFAULTS, opened

pytestmark = pytest.mark.bench

LONGEST_MS = 150
SENTENCES = {
    "zh-en": "我昨天在学校的图书馆里看见了他的两个朋友和他们的老师。",
    "passive": "The old teacher has written a long letter to the children of the village.",
}
TABS = [panel.name for panel in PANELS if panel.place != "train"]


@pytest.fixture
def folder(qtbot, tmp_path) -> Iterator[Path]:
    """A class in a file: each tab with the one and the other model."""
    path = tmp_path / "class.headlight"
    with opened(qtbot, tmp_path / "first", DEFAULTS) as application:
        for tab in TABS:
            for name, text in SENTENCES.items():
                application.sessions.open_model(SHIPPED_FOLDER / f"{name}.safetensors")
                qtbot.waitUntil(lambda name=name: application.bench.now.model.name == name)
                application.translation.translate(text)
                wait_for_translation(qtbot, application, text)
                application.window.show_tab(tab)
                settle(qtbot, application)
                application.window.menus.scenes.action("add").trigger()
        application.sessions.keeping.save(path, False)
        settle(qtbot, application)
    assert len(load_session(path).scenes) == len(TABS) * len(SENTENCES)
    yield tmp_path


def shown_in(application: Application, entry: str) -> tuple[float, float, float]:
    """Milliseconds of the window's own time until a scene is painted; of the clock until then.

    The last are those of the clock until the worker has answered all that the scene asks.
    """
    start, worked = time.perf_counter(), time.thread_time()
    application.window.menus.scenes.action(entry).trigger()
    for _ in range(3):  # a page is made, laid out, painted
        QApplication.processEvents()
    work, painted = 1000 * (time.thread_time() - worked), 1000 * (time.perf_counter() - start)
    done: list[int] = []
    application.desk.submit(
        lambda: iter(()),
        on_item=print,
        on_failed=print,
        on_finished=lambda: done.append(1),
        priority=-9,
    )
    while not done:
        QApplication.processEvents()
    return work, painted, 1000 * (time.perf_counter() - start)


def test_a_scene_appears_within_150_ms(qtbot, folder, measured):
    options = replace(DEFAULTS, opens=folder / "class.headlight")
    with opened(qtbot, folder / "second", options) as application:
        application.window.resize(1366, 768)
        settle(qtbot, application)
        tabs = [scene.session.bench["tab"] for scene in application.store.state.scenes.list]
        for name, entry in (("first", "previous"), ("second", "next"), ("third", "previous")):
            order = tabs[::-1] if entry == "previous" else tabs
            times = [(*shown_in(application, entry), tab) for tab in order]
            told = ", ".join(f"{tab} " + "/".join(f"{one:.0f}" for one in ms) for *ms, tab in times)
            print(f"\n{name} walk, ms of work/to the picture/to all answers: {told}")
            work, clock, _, tab = max(times)
            figures = Figures(work, f"longest: {tab}, {clock:.0f} ms by the clock")
            measured(
                f"scenes, {name} walk",
                lambda figures=figures: figures,
                budget=LONGEST_MS,
                unit="ms",
            )
