"""Every control can be found by its object name, which the guide lists.

``HEADLIGHT_WRITE_NAMES=1`` lets this file bring the lists of the guide up to date instead.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollBar,
    QTabBar,
    QWidget,
)

from tests.patience import PatientQtBot
from tests.viz_app.application import running, stand_at_the_end
from viz_app.app.panels import PANELS
from viz_app.testing import HeadlightWindow

GUIDE = Path(__file__).resolve().parents[2] / "resources" / "guide"
LANGUAGES = {"en": "en", "zh": "zh_CN"}
CONTROLS = QAbstractButton | QProgressBar | QTabBar | QLineEdit | QComboBox | QAbstractSpinBox
WHOLE = QAbstractItemView | QAbstractSpinBox | QComboBox | QLineEdit | QPlainTextEdit | QTabBar
"""What Qt makes inside of these is theirs."""

WAYS = (
    *("view-focus", "view-links", "alignment-button", "view-text", "view-grid"),
    *("side-by-side", "side-by-side", "timeline-fold"),
    *(
        f"positions-choice-{page}"
        for page in ("wavelengths", "rotation", "learned", "without", "table")
    ),
    *(f"masks-views-{view}" for view in ("steps", "change", "rows", "batch")),
    *(f"architecture-views-{view}" for view in ("norms", "complexity")),
    *("training-form-fold", "run-parts-attention", "run-parts-heads", "experiments-list-norm"),
)
"""Buttons that lead to controls which are made then."""

DIALOGS = (
    *("action-table", "action-save-picture", "action-save-animation", "action-import-model"),
    *("action-check-model", "action-head-effects", "action-shortcuts", "action-help-on-this"),
    *("action-about", "action-lessons"),
)


@dataclass(frozen=True, order=True)
class Control:
    """One line of the guide: where it is, its name, its type of Qt and its accessible name."""

    place: str
    name: str
    kind: str
    called: str


@pytest.fixture(scope="module")
def shown(qapp, request, tiny_checkpoint, tmp_path_factory):
    """The window, in which every page and every dialog has been opened."""
    qtbot = PatientQtBot(request)
    with running(
        qtbot, tmp_path_factory.mktemp("names"), model=tiny_checkpoint, text="a b c d e"
    ) as application:
        stand_at_the_end(application)
        shown = HeadlightWindow(qtbot, application)
        open_pages(shown)
        for name in DIALOGS:
            shown.find(name, QAction).trigger()
            shown.settled()
        shown.window.resize(1600, 800)  # the lessons take their width from no page
        yield shown


def open_pages(shown):
    for panel in PANELS:
        shown.show_tab(panel.name)
        for way in WAYS:
            button = shown.window.findChild(QAbstractButton, way)
            if button is not None and button.isVisible() and button.isEnabled():
                shown.click(way)
                shown.settled()
    for _ in range(2):  # shown, and hidden again: beside it the pages are narrower
        shown.find("action-scenes-list", QAction).trigger()
        shown.settled()
    shown.show_tab("attention")


@pytest.fixture(scope="module")
def said(shown):
    """In each language of the guide what every control is called, and the lists of the page."""
    lists = {}
    for language, setting in LANGUAGES.items():
        shown.window.menus.setting_picked.emit("language", setting)
        shown.settled()
        open_pages(shown)
        controls = [*found(shown.window), *labels(shown.window)]
        lines = sorted(map(control, controls))
        lists[language] = lines, listing(language, lines)
    shown.window.menus.setting_picked.emit("language", "en")
    shown.settled()
    open_pages(shown)
    return lists


def found(window: QWidget) -> Iterator[QWidget | QAction]:
    """All that a user can do something with, and the pictures; not what Qt makes inside them."""
    for widget in window.findChildren(QWidget):
        takes_keys = widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if (takes_keys or isinstance(widget, CONTROLS)) and not is_part(widget):
            yield widget
    for action in window.findChildren(QAction):
        if action.objectName().startswith("action-"):
            yield action


def is_part(widget: QWidget) -> bool:
    above = widget.parentWidget()
    if isinstance(widget, QScrollBar | QLabel) or widget.objectName().startswith("qt_"):
        return True
    if isinstance(above, QAbstractScrollArea) and above.viewport() is widget:
        return True
    while above is not None and not isinstance(above, WHOLE):
        above = above.parentWidget()
    return above is not None


def control(one: QWidget | QAction) -> Control:
    called = words(one.text()) if isinstance(one, QAction) else called_by_readers(one)
    kind = next(base for base in type(one).__mro__ if base.__module__.startswith("PySide6"))
    return Control(place(one), one.objectName(), kind.__name__, called)


def place(one: QWidget | QAction) -> str:
    if isinstance(one, QAction):
        return "menus"
    above, window = one, one.window()
    if window.objectName():
        return "dialogs"
    while above is not None:
        for panel in PANELS:
            if above is window.pages.get(panel.name):
                return panel.name
        above = above.parentWidget()
    return "window"


def called_by_readers(widget: QWidget) -> str:
    """What is set, or what Qt falls back to: the words on a button, or the label of a field."""
    own = words(widget.text()) if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or own or words(label_of(widget))


def label_of(widget: QWidget) -> str:
    labels = widget.window().findChildren(QLabel)
    return next((label.text() for label in labels if label.buddy() is widget), "")


def words(text: str) -> str:
    return re.sub(r"\(&.\)|&|[▸▾]", "", text).strip()


class Texts(NamedTuple):
    heading: str
    columns: str
    labels: str
    places: dict[str, str]


TEXTS = {
    "en": Texts(
        "## Names: ",
        "| name | class | accessible name |",
        "Labels that change: ",
        {"window": "around the tabs", "dialogs": "dialogs", "menus": "menu entries"},
    ),
    "zh": Texts(
        "## 名称：",
        "| 名称 | 类 | 无障碍名称 |",
        "内容会变的标签：",
        {"window": "标签页之外", "dialogs": "对话框", "menus": "菜单项"},
    ),
}


def listing(language: str, controls: list[Control]) -> str:
    """The end of a page of the guide: for each place a table of controls, then its labels."""
    texts = TEXTS[language]
    titles = texts.places | {panel.name: panel.title for panel in PANELS}
    parts = []
    for where in ("window", *(panel.name for panel in PANELS), "dialogs", "menus"):
        here = [one for one in controls if one.place == where]
        rows = [row(one) for one in here if one.kind != "QLabel"]
        names = ", ".join(f"`{one.name}`" for one in here if one.kind == "QLabel")
        if here:
            title = texts.heading + QCoreApplication.translate("panels", titles[where])
            lines = [title, "", texts.columns, "|---|---|---|", *rows, ""]
            parts += [*lines, *([f"{texts.labels}{names}", ""] if names else [])]
    return "\n".join(parts)


def row(one: Control) -> str:
    return f"| `{one.name}` | {one.kind} | {one.called.replace('|', '¦')} |"


NAME = r"[a-z0-9]+(-[a-z0-9]+)*"
WRITES = os.environ.get("HEADLIGHT_WRITE_NAMES") == "1"

SIGNS = ("one-head-bar-", "masks-sentence-", "positions-rotation-", "architecture-complexity-")
"""On or beside these stands a sign or a number; what it means, their accessible names say."""


def labels(window: QWidget) -> list[QLabel]:
    return [label for label in window.findChildren(QLabel) if is_named(label)]


def is_named(label: QLabel) -> bool:
    return bool(label.objectName()) and not label.objectName().startswith("qt_")


def test_a_control_is_found_by_its_name(shown):
    window = shown.window
    assert window.findChild(QPushButton, "translate-button") is window.header.button
    assert window.findChild(QLineEdit, "source-field") is window.header.source
    assert window.findChild(QWidget, "mosaic") is window.attention.mosaic
    assert window.findChild(QPushButton, "view-grid") is window.attention.tools.views.button("grid")
    assert window.findChild(QAction, "action-translate") is window.menus.action("translate")


def test_every_control_and_every_entry_of_the_menus_has_a_name_of_its_own(shown):
    controls = [*found(shown.window), *labels(shown.window)]
    nameless = [one for one in controls if not re.fullmatch(NAME, one.objectName())]
    assert not nameless
    assert [
        name for name, count in Counter(one.objectName() for one in controls).items() if count > 1
    ] == []
    assert len(controls) > 500
    names = [action.objectName() for action in shown.window.menus.all_actions()]
    assert all(name.startswith("action-") for name in names)
    assert len(set(names)) == len(names) > 100


def test_names_are_the_same_in_every_language(said):
    (english, _), (chinese, _) = said["en"], said["zh"]
    assert [one.name for one in english] == [one.name for one in chinese]
    assert [one.called for one in english] != [one.called for one in chinese]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_lists_every_name(said, language):
    page = GUIDE / f"ui-tests.{language}.md"
    text, (_, wanted) = page.read_text(encoding="utf-8"), said[language]
    if WRITES:
        written = text.partition(f"\n{TEXTS[language].heading}")[0].rstrip() + "\n\n"
        text = written + wanted
        page.write_text(text, encoding="utf-8")
    assert text.endswith("\n\n" + wanted), "HEADLIGHT_WRITE_NAMES=1 updates it"


def test_a_button_is_called_what_stands_on_it(shown):
    buttons = shown.window.findChildren(QAbstractButton)
    with_words = [one for one in buttons if words(one.text()) and not has_sign(one)]
    wrong = [
        one.objectName() for one in with_words if words(called_by_readers(one)) != words(one.text())
    ]
    assert not wrong
    assert len(with_words) > 80


def test_a_field_is_called_what_stands_beside_it(shown):
    pairs = [(label, label.buddy()) for label in shown.window.findChildren(QLabel) if label.buddy()]
    plain = [(label, field) for label, field in pairs if not is_rich(label) and not has_sign(field)]
    wrong = [
        (label.text(), field.accessibleName())
        for label, field in plain
        if field.accessibleName() not in {words(label.text()), ""}  # empty: that of the label
    ]
    assert not wrong
    assert len(plain) > 30


def has_sign(widget: QWidget) -> bool:
    return widget.objectName().startswith(SIGNS)


def is_rich(label: QLabel) -> bool:
    return label.textFormat() == Qt.TextFormat.RichText or isinstance(
        label.buddy(), QAbstractItemView
    )
