"""What is asked of the worker and waited for in a page of its own, and stopped at any moment."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QWidget
from shiboken6 import isValid

from tests.patience import PATIENCE
from tests.viz_app.app.any_action.waiting import wait_for_the_worker
from viz_app.app.bootstrap import Application
from viz_app.panels.training.runs.room import run_picked

if TYPE_CHECKING:
    from tests.viz_app.app.any_action.hands import Hands

REPORTS = (0, 0, 1, 1, 2, 3, 5, 8, 13, 30)
"""Of the worker, before the next thing is done."""


class _Counter(QObject):
    """How often the worker has reported."""

    count = 0

    @Slot(object)
    def on_report(self, report: object) -> None:
        self.count += 1


def _some_reports(hands: Hands, rng: random.Random) -> None:
    """Let the worker report a few times, or until it has nothing urgent to do."""
    application, counter = hands.application, _Counter()
    if rng.random() < 0.4:
        wait_for_the_worker(application)
        return
    wanted, end = rng.choice(REPORTS), time.monotonic() + PATIENCE
    application.bridge.reported.connect(counter.on_report)
    while counter.count < wanted and _works(application):
        QApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError("the worker has not reported")
    application.bridge.reported.disconnect(counter.on_report)


def _works(application: Application) -> bool:
    runner = application.bridge.runner
    with runner._changed:
        return bool(runner._runnable())


def _is_covered() -> bool:
    """Whether something must be answered before anything else."""
    return bool(QApplication.activeModalWidget() or QApplication.activePopupWidget())


def _press(button: QAbstractButton) -> None:
    if button.isVisible() and button.isEnabled():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _pick(combo: QComboBox, rng: random.Random) -> None:
    if isValid(combo) and combo.isEnabled() and combo.count():  # an answer may end a question
        combo.setCurrentIndex(rng.randrange(combo.count()))
        combo.activated.emit(combo.currentIndex())
        QApplication.processEvents()  # no hand picks two at once


def _asked(hands: Hands, entry: str) -> bool:
    """Trigger an entry of the menus, if it can be."""
    action = hands.application.window.menus.action(entry)
    if action.isEnabled():
        action.trigger()
    return action.isEnabled()


# ------------------------------------------------------------------------ what can be done


def import_model(hands: Hands, rng: random.Random) -> None:
    """Look at another program's model, answer what it asks, import it, or give it up."""
    path, page = rng.choice(hands.answers.foreign()), hands.application.work.imports
    hands.about(f"import {path.name!r}")
    if _is_covered() or not _asked(hands, "import_model") or page.dialog is None:
        return
    dialog = page.dialog
    if dialog.path.isEnabled():
        dialog.path.setText(str(path))
        QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    _some_reports(hands, rng)
    if rng.random() < 0.3:
        for combo in dialog.about.questions.findChildren(QComboBox):
            _pick(combo, rng)
    _press(dialog.import_button)
    _some_reports(hands, rng)
    if rng.random() < 0.4:
        _press(dialog.close_button)


def check_model(hands: Hands, rng: random.Random) -> None:
    """Have the model checked, look at any check, stop, or begin again."""
    hands.about("check the model")
    if _is_covered() or not _asked(hands, "check_model"):
        return
    _some_reports(hands, rng)
    dialog = hands.application.work.checks.dialog
    if dialog is None or not dialog.isVisible():
        return
    for _ in range(rng.randrange(6)):
        QTest.keyClick(dialog.list, rng.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
    _some_reports(hands, rng)
    _press(rng.choice((dialog.again, dialog.close_button)))


def save_animation(hands: Hands, rng: random.Random) -> None:
    """Save the decoding or a run as a moving picture, or give it up."""
    hands.about("save an animation")
    if _is_covered() or not _asked(hands, "save_animation"):
        return
    dialog = hands.application.work.animations.dialog
    if dialog is None:
        return
    for combo in (dialog.subject, dialog.form, dialog.colours):
        _pick(combo, rng)
    if dialog.size_choice.isEnabled():
        dialog.size_choice.setCurrentIndex(rng.choice((3, 4, 5)))  # the small ones
        dialog.speed.setValue(rng.choice((0.5, 4.0, 50.0)))
    _press(dialog.save_button)
    _some_reports(hands, rng)
    if rng.random() < 0.5:
        dialog.reject()


def intervene(hands: Hands, rng: random.Random) -> None:
    """Change heads and words by the menu of whatever is right-clicked, several in a row."""
    window, menu = hands.application.window, hands.application.window.menus.interventions
    views = [one for one in window.findChildren(QWidget) if hasattr(one, "scope_at")]
    seen = [one for one in views if one.isVisible() and one.window() is window]
    if _is_covered() or not seen:
        return
    for _ in range(rng.randrange(1, 4)):
        view = rng.choice(seen)
        if not isValid(view):
            return
        point = QPoint(rng.randrange(view.width() + 1), rng.randrange(view.height() + 1))
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.mapToGlobal(point))
        QApplication.sendEvent(view, event)
        if rng.random() < 0.3:
            _some_reports(hands, rng)  # with the menu open
        actions = [one for one in menu.all_actions() if one.isEnabled()]
        action = rng.choice(actions) if actions else None
        hands.about(f"intervene: {action and action.text()!r}")
        if action is not None and action.menu() is not None:
            action.menu().aboutToShow.emit()
            action = rng.choice([*action.menu().actions(), action])
        if action is not None:
            action.trigger()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        _some_reports(hands, rng)


def watch_run(hands: Hands, rng: random.Random) -> None:
    """Pick a run, and play the time-lapse of it."""
    window, tab = hands.application.window, hands.application.training_tab
    panel = window.late["training"].panel
    if tab is None or panel is None or not tab.room.now.own.runs.cards:
        return
    card = rng.choice(tab.room.now.own.runs.cards)
    hands.about(f"watch {card.name!r}")
    tab.room.apply(run_picked, card.run_id)
    _some_reports(hands, rng)
    for name in rng.choices(("watch", "watch", "play", "earlier", "later"), k=rng.randrange(1, 6)):
        entry = window.menus.training.action(name)
        if entry.isEnabled():
            entry.trigger()
            QApplication.processEvents()


def stop_anything(hands: Hands, rng: random.Random) -> None:
    """Pause, go on, stop or cancel what is under way, at any moment of it."""
    hands.about("let the worker work")
    _some_reports(hands, rng)
    name, stop = rng.choice(tuple(_stops(hands.application).items()))
    hands.about(f"stop: {name}")
    if not _is_covered():
        stop()


def _stops(application: Application) -> dict[str, Callable[[], object]]:
    work, training = application.work, application.window.menus.training
    pages = {"import": work.imports, "checks": work.checks, "animation": work.animations}
    source = application.window.header.source
    return {
        "translation": lambda: QTest.keyClick(source, Qt.Key.Key_Escape),
        "pause or resume": training.action("pause").trigger,
        "pause, and at once resume": lambda: [training.action("pause").trigger() for _ in "12"],
        "training": training.action("stop").trigger,
        **{name: lambda page=page: _rejected(page.dialog) for name, page in pages.items()},
    }


def _rejected(dialog: QDialog | None) -> None:
    if dialog is not None and dialog.isVisible():
        dialog.reject()


ERRANDS: dict[str, tuple[Callable[[Hands, random.Random], None], int]] = {
    "import": (import_model, 3),
    "check": (check_model, 2),
    "animate": (save_animation, 2),
    "watch": (watch_run, 3),
    "intervene": (intervene, 6),
    "stop": (stop_anything, 5),
}
"""By name: what does it, and how often among the others."""
