"""A user who does anything: each action is a name and a number, from which all else follows."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QInputMethodEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from tests.viz_app.app.any_action.errands import ERRANDS
from tests.viz_app.app.any_action.files import Answers, small_training
from tests.viz_app.app.any_action.typed import CTRL, KEYS, MODIFIERS, NO, SHIFT, TEXTS
from tests.viz_app.app.any_action.waiting import wait_for_the_worker
from viz_app.app.bootstrap import Application
from viz_app.app.panels import PANELS
from viz_app.storage.settings import Language, Size, ThemeName
from viz_app.widgets.picture_view import PictureView

SOUGHT = (QAbstractButton, QComboBox, QLineEdit, QAbstractSlider, QAbstractSpinBox)
LOOKED_AT = (PictureView, QTabBar, QAbstractItemView)


@dataclass(frozen=True)
class Action:
    """What is done, and the seed of how."""

    name: str
    seed: int

    def __str__(self) -> str:
        return f"{self.name} {self.seed}"


@dataclass
class Hands:
    """Does actions in a running application; ``about`` is called when it is clear what comes."""

    application: Application
    answers: Answers
    about: Callable[[str], None]

    def do(self, action: Action) -> None:
        """Do it."""
        rng = random.Random(action.seed)
        self.answers.rng = random.Random(action.seed + 1)
        ACTIONS[action.name][0](self, rng)

    @property
    def folder(self) -> Path:
        """Where all its files are."""
        return self.answers.folder

    def widget(self, rng: random.Random, sort: tuple[type, ...] = ()) -> QWidget | None:
        """Any widget that can be seen, of what is in front; those one does something with first."""
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        above = front or rng.choice(_top_levels(self.application) or [self.application.window])
        below = [one for one in (above, *above.findChildren(QWidget)) if one.isVisible()]
        wanted = sort or rng.choice((SOUGHT, SOUGHT, LOOKED_AT, (QWidget,)))
        return rng.choice([one for one in below if isinstance(one, wanted)] or [None])


def _top_levels(application: Application) -> list[QWidget]:
    """The window three times, and what else is open."""
    others = [
        one
        for one in QApplication.topLevelWidgets()
        if one.isVisible() and one.isWindow() and one.objectName() != "qtooltip_label"
    ]
    return [application.window] * 3 + others


def _name(widget: QWidget) -> str:
    said = getattr(widget, "text", str)
    text = said() if callable(said) and isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.accessibleName() or text!r}"


def _point(widget: QWidget, rng: random.Random) -> QPoint:
    return QPoint(rng.randrange(max(widget.width(), 1)), rng.randrange(max(widget.height(), 1)))


# ------------------------------------------------------------------------ what can be done


def _click(hands: Hands, rng: random.Random) -> None:
    widget = hands.widget(rng)
    if widget is None:
        return
    left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
    button = rng.choice((left, left, left, left, right))
    is_button = isinstance(widget, QAbstractButton)
    at = widget.rect().center() if is_button else _point(widget, rng)
    hands.about(f"click {_name(widget)} at {at.x()}, {at.y()} with {button.name}")
    (QTest.mouseDClick if rng.random() < 0.1 else QTest.mouseClick)(
        widget, button, rng.choice(MODIFIERS), at
    )


def _drag(hands: Hands, rng: random.Random) -> None:
    widget = hands.widget(rng, (PictureView, QAbstractSlider))
    if widget is None:
        return
    start, end = _point(widget, rng), _point(widget, rng)
    hands.about(f"drag over {_name(widget)}")
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(widget, left, NO, start)
    for point in ((start + end) / 2, end):
        if isValid(widget):
            QTest.mouseMove(widget, point)
    if isValid(widget):
        QTest.mouseRelease(widget, left, NO, end)


def _hover(hands: Hands, rng: random.Random) -> None:
    widget = hands.widget(rng)
    if widget is not None:
        hands.about(f"hover {_name(widget)}")
        QTest.mouseMove(widget, _point(widget, rng))


def _wheel(hands: Hands, rng: random.Random) -> None:
    widget = hands.widget(rng)
    if widget is None:
        return
    at, by = QPointF(_point(widget, rng)), rng.choice((-480, -120, -8, 8, 120, 480))
    modifiers = rng.choice((NO, NO, CTRL, SHIFT))
    hands.about(f"wheel {by} over {_name(widget)} {modifiers}")
    event = QWheelEvent(
        at,
        QPointF(widget.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def _key(hands: Hands, rng: random.Random) -> None:
    key, modifiers = rng.choice(KEYS), rng.choice(MODIFIERS)
    above = QApplication.activePopupWidget() or QApplication.focusWidget()
    hands.about(f"{modifiers} {key.name} in {type(above).__name__}")
    QTest.keyClick(above or hands.application.window, key, modifiers)


def _type(hands: Hands, rng: random.Random) -> None:
    field = hands.widget(rng, (QLineEdit,))
    if not isinstance(field, QLineEdit):
        return
    text = rng.choice(TEXTS)
    field.setFocus()
    if rng.random() < 0.7:
        field.selectAll()
    hands.about(f"type {text[:30]!r} into {_name(field)}")
    _commit(field, text)
    if rng.random() < 0.6:
        QTest.keyClick(field, Qt.Key.Key_Return)


def _commit(field: QWidget, text: str) -> None:
    """As an input method does it."""
    event = QInputMethodEvent("", [])
    event.setCommitString(text)
    QApplication.sendEvent(field, event)


def _translate(hands: Hands, rng: random.Random) -> None:
    source, text = hands.application.window.header.source, rng.choice(TEXTS)
    hands.about(f"translate {text[:30]!r}")
    source.setFocus()
    source.selectAll()
    _commit(source, text)
    QTest.keyClick(source, Qt.Key.Key_Return)


def _resize(hands: Hands, rng: random.Random) -> None:
    width, height = rng.randint(300, 2000), rng.randint(200, 1300)
    hands.about(f"resize to {width} × {height}")
    hands.application.window.resize(width, height)


def _tab(hands: Hands, rng: random.Random) -> None:
    tab = rng.choice(PANELS).name
    hands.about(f"tab {tab}")
    hands.application.window.show_tab(tab)


def _menu(hands: Hands, rng: random.Random) -> None:
    found = [one for one in _entries(hands.application) if one.isEnabled() and one.isVisible()]
    entry = rng.choice(found)
    hands.about(f"menu {entry.text()!r}")
    entry.trigger()


def _entries(application: Application) -> Iterator[QAction]:
    for menu in application.window.menuBar().findChildren(QMenu):
        for entry in menu.actions():
            if not entry.isSeparator() and entry.menu() is None:
                yield entry


def _escape(hands: Hands, rng: random.Random) -> None:
    above = QApplication.activePopupWidget() or QApplication.focusWidget()
    hands.about(f"escape from {type(above).__name__}")
    QTest.keyClick(above or hands.application.window, Qt.Key.Key_Escape)


def _setting(hands: Hands, rng: random.Random) -> None:
    name, kind = rng.choice((("theme", ThemeName), ("language", Language), ("size", Size)))
    value = rng.choice(get_args(kind))
    hands.about(f"{name} {value}")
    hands.application.window.menus.setting_picked.emit(name, value)


def _train(hands: Hands, rng: random.Random) -> None:
    tab = hands.application.training_tab
    if tab is None:
        return
    hands.about("train")
    tab.training.start(small_training(rng))


def _choose(hands: Hands, rng: random.Random) -> None:
    combo = hands.widget(rng, (QComboBox,))
    if isinstance(combo, QComboBox) and combo.count() and combo.isEnabled():
        row = rng.randrange(combo.count())
        hands.about(f"choose {combo.itemText(row)!r} of {_name(combo)}")
        combo.setCurrentIndex(row)
        combo.activated.emit(row)


def _drop(hands: Hands, rng: random.Random) -> None:
    """Drag a file over the window, and let go where that is allowed."""
    paths = (hands.answers.any_file(rng), rng.choice(hands.answers.foreign()))
    path, window = rng.choice(paths), hands.application.window
    hands.about(f"drop {path.name!r}")
    if QApplication.activeModalWidget() is not None:
        return
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    left, copy, middle = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction, window.rect().center()
    enter = QDragEnterEvent(middle, copy, data, left, NO)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(middle), copy, data, left, NO))
    else:
        QApplication.sendEvent(window, QDragLeaveEvent())


def _wait(hands: Hands, rng: random.Random) -> None:
    """Until nothing but trainings is under way."""
    hands.about("wait")
    wait_for_the_worker(hands.application)


def _close_box(hands: Hands, rng: random.Random) -> None:
    """Whatever lies over the window."""
    hands.about("close what lies over the window")
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    box = QApplication.activeModalWidget()
    if box is not None:
        QTest.keyClick(box, Qt.Key.Key_Escape)


def _leave(hands: Hands, rng: random.Random) -> None:
    """Another window comes to the front, and ours again."""
    hands.about("leave and come back")
    window = hands.application.window
    for kind in (QEvent.Type.WindowDeactivate, QEvent.Type.WindowActivate):
        QApplication.sendEvent(window, QEvent(kind))
    window.activateWindow()


ACTIONS: dict[str, tuple[Callable[[Hands, random.Random], None], int]] = {
    "click": (_click, 40),
    "drag": (_drag, 5),
    "hover": (_hover, 5),
    "wheel": (_wheel, 6),
    "key": (_key, 20),
    "type": (_type, 6),
    "translate": (_translate, 4),
    "resize": (_resize, 3),
    "tab": (_tab, 8),
    "menu": (_menu, 16),
    "escape": (_escape, 3),
    "setting": (_setting, 2),
    "choose": (_choose, 5),
    "train": (_train, 1),
    "drop": (_drop, 2),
    "wait": (_wait, 4),
    "close_box": (_close_box, 4),
    "leave": (_leave, 1),
    **ERRANDS,
}
"""By name: what does it, and how often among the others."""


def script(seed: int, count: int) -> list[Action]:
    """So many actions, at random."""
    rng = random.Random(seed)
    names, weights = list(ACTIONS), [weight for _, weight in ACTIONS.values()]
    return [Action(name, rng.randrange(2**31)) for name in rng.choices(names, weights, k=count)]
