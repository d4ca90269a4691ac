"""Gaps in the window's event loop: at the start, while translating, while training."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from viz_app.bootstrap import Application
from viz_app.persistence.library import Library
from viz_app.state.training import TrainingRequest
from viz_app.state.window_options import WindowOptions

pytestmark = pytest.mark.bench

LONGEST_GAP_MS = 100
TRAINING_SECONDS = 10
SENTENCE = "我昨天在书店买了一本有趣的书。"


class Gaps:
    """Milliseconds between two rounds of the event loop."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(1)

    def until(self, done: Callable[[], bool], name: str) -> float:
        """Run the loop until ``done``; the longest gap."""
        self.gaps, self._last = [], time.perf_counter()
        while not done():
            QApplication.processEvents()
        QApplication.processEvents()
        ordered = sorted(self.gaps)
        p99 = ordered[int(len(ordered) * 0.99)]
        print(f"\n{name}: p99 {p99:.0f} ms, max {ordered[-1]:.0f} ms, {len(ordered)} rounds")
        return ordered[-1]

    def stop(self) -> None:
        self._timer.stop()

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


def test_no_gap_is_longer_than_100_ms(qapp, qtbot, tmp_path):
    application = Application(
        WindowOptions(device="cpu"),
        library=Library(tmp_path / "models"),
        settings_file=tmp_path / "settings.json",
    )
    store = application.store
    application.start()
    gaps = Gaps()
    longest = [
        gaps.until(lambda: store.state.trace is not None and store.state.trace.finished, "start")
    ]
    application.translation.translate(SENTENCE)
    longest.append(gaps.until(lambda: not store.state.translating, "translation"))
    for step in range(len(store.state.trace.steps)):
        application.playback.go_to(step)
        longest.append(gaps.until(lambda: len(gaps.gaps) > 1, f"step {step + 1}"))
    application.window.show_tab("training")
    application.training.start(TrainingRequest(task="reverse", preset="tiny", device="cpu"))
    end = time.monotonic() + TRAINING_SECONDS
    longest.append(gaps.until(lambda: time.monotonic() > end, "training"))
    gaps.stop()
    with qtbot.waitSignal(application.ended, timeout=10_000):
        application.window.close()
    application.window.deleteLater()
    assert max(longest) <= LONGEST_GAP_MS
