"""A script of actions in a running application, watched; one that fails is made short."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partialmethod
from pathlib import Path
from traceback import format_exception

import pytest
from PySide6.QtCore import QEvent, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.viz_app.app.any_action.clocks import Moment, now
from tests.viz_app.app.any_action.files import Answers
from tests.viz_app.app.any_action.hands import Action, Hands
from tests.viz_app.app.any_action.invariants import untruths
from tests.viz_app.app.any_action.pixels import wrong_cells
from tests.viz_app.application import running
from viz_app.app.bootstrap import Application

HARMLESS = "This plugin does not support"


@dataclass
class Watch:
    """What is found wrong, and how long the event loop did not come round.

    A gap has two limits: of the time that is the application's own, and of what the window's thread
    has computed. Other work on the machine makes neither much longer.
    """

    limits: tuple[float, float]
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    gaps: list[tuple[Moment, str]] = field(default_factory=list)
    done: int = 0
    worker: int | None = None
    _begun: Moment = field(default_factory=now)

    def about(self, what: str) -> None:
        """The action is chosen, and begins."""
        self.said[-1] = what
        self.begin()

    def begin(self) -> None:
        """From here on it counts."""
        self._begun = now(self.worker)

    def tick(self) -> None:
        """The event loop has come round."""
        gap, what = now(self.worker) - self._begun, self.said[-1] if self.said else "start"
        self.gaps.append((gap, what))
        self.begin()
        if gap.own > self.limits[0] or gap.busy > self.limits[1]:
            self.wrong.append(f"a gap of {gap}: {what}")

    def longest(self, count: int) -> list[str]:
        """The gaps in which the most time was the application's own."""
        gaps = sorted(self.gaps, key=lambda gap: gap[0].own, reverse=True)
        return [f"{gap}: {what}" for gap, what in gaps[:count]]


@contextmanager
def _heard(watch: Watch) -> Iterator[None]:
    """Exceptions in slots and messages of Qt are heard."""

    def on_message(kind: QtMsgType, _: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            watch.wrong.append(f"Qt: {text}")

    def on_error(*error: object) -> None:
        watch.wrong.append("".join(format_exception(*error)))  # type: ignore[arg-type]

    hooks = sys.excepthook, sys.unraisablehook
    sys.excepthook = on_error
    sys.unraisablehook = lambda told: on_error(told.exc_type, told.exc_value, told.exc_traceback)
    handler = qInstallMessageHandler(on_message)
    try:
        yield
    finally:
        qInstallMessageHandler(handler)
        sys.excepthook, sys.unraisablehook = hooks


@dataclass(frozen=True)
class Trials:
    """Runs scripts, each in an application and a folder of its own."""

    qtbot: QtBot
    folder: Path
    model: Path
    limits: tuple[float, float]

    def run(self, script: Sequence[Action], number: int = 0) -> tuple[list[str], Watch]:
        """What was wrong first, if anything; as soon as something is, the rest is left out."""
        watch = Watch(self.limits)
        place = self.folder / f"{number}"
        answers = Answers(place)
        answers.furnish(self.model)
        with _heard(watch), pytest.MonkeyPatch.context() as patch:
            patch.setattr(QFileDialog, "exec", partialmethod(_answered, answers))
            with running(self.qtbot, place, model=self.model, text="a b c d e") as application:
                application.window.menus.action("quit").setEnabled(False)
                watch.worker = application.bridge.runner._thread.native_id
                self._act(application, Hands(application, answers, watch.about), script)
                _close_all(application)
            watch.wrong += _left_over(application)
        return watch.wrong, watch

    def _act(self, application: Application, hands: Hands, script: Sequence[Action]) -> None:
        watch = _watch_of(hands)
        timer = QTimer(interval=0)
        timer.timeout.connect(watch.tick)
        timer.start()
        try:
            for action in script:
                watch.begin()
                watch.done += 1
                watch.said.append("nothing")
                hands.do(action)
                for _ in range(3):
                    QApplication.processEvents()
                # a loop of events does so by itself, once who has asked for it has returned
                QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
                watch.wrong += _found(application)
                if watch.wrong:
                    return
        except Exception as error:
            watch.wrong.append("".join(format_exception(error)))
        finally:
            timer.stop()


def _answered(dialog: QFileDialog, answers: Answers) -> bool:
    return answers.answer(dialog)


def _watch_of(hands: Hands) -> Watch:
    watch = getattr(hands.about, "__self__", None)
    assert isinstance(watch, Watch)
    return watch


def _found(application: Application) -> list[str]:
    shown = application.screen.now
    notice = application.bench.now.notice
    failed = [notice.details] if notice is not None and "Traceback" in notice.details else []
    return [
        *failed,
        *untruths(application.store.state),
        *_jobs_without_owner(application),
        *wrong_cells(application.window, shown),
    ]


def _jobs_without_owner(application: Application) -> list[str]:
    """Every job that goes on has somebody who hears what it reports."""
    runner = application.bridge.runner
    with runner._changed:
        tokens = [job.token for job in runner._desk.jobs if not job.cancelled]
    lost = set(tokens) - set(application.desk._handlers)
    reported = set() if not lost else _after_a_round(application)
    return [f"nobody hears of job {token}" for token in lost & reported]


def _after_a_round(application: Application) -> set[int]:
    """A job that has just ended is still on the desk for a moment."""
    runner = application.bridge.runner
    with runner._changed:
        return {job.token for job in runner._desk.jobs if not job.cancelled} - set(
            application.desk._handlers
        )


def _close_all(application: Application) -> None:
    """Menus and boxes."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    while (box := QApplication.activeModalWidget()) is not None:
        box.close()


def _left_over(application: Application) -> list[str]:
    """Once the window is closed nothing is left to do."""
    runner = application.bridge.runner
    return ["the worker goes on"] if not runner.join(0) else []


def shortened(
    script: Sequence[Action], fails: Callable[[Sequence[Action]], bool], *, tries: int
) -> list[Action]:
    """Fewer actions that fail as well: halves, quarters, … single ones are left out."""
    script, size = list(script), max(len(script) // 2, 1)
    while tries > 0:
        start = 0
        while start < len(script) and tries > 0:
            fewer = script[:start] + script[start + size :]
            tries -= 1
            if fewer and fails(fewer):
                script = fewer
            else:
                start += size
        if size == 1:
            break
        size = max(size // 2, 1)
    return script
