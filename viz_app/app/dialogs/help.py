"""Dialogs of the *Help* menu: about, keyboard shortcuts, help on the focused control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import PySide6
from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt, qVersion
from PySide6.QtGui import QAction, QKeySequence, QTextDocumentFragment
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QMessageBox,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viz_app.app.header import SourceField
from viz_app.design.theme import Theme
from viz_app.panels.architecture.view.diagram import DiagramView, TabLinks
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.panels.attention.view.tokens import LinksView, TextView
from viz_app.panels.timeline.view.branches import BranchList
from viz_app.panels.timeline.view.candidates import CandidateBars
from viz_app.panels.timeline.view.steps import StepStrip
from viz_app.texts.labels import without_mnemonic
from viz_app.widgets.layout import PointKeys, filled, name_parts, room_on_screen, text_label
from viz_app.widgets.lesson_page import LessonPage, SourceLabel, show_typeset
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated

REFERENCES = (
    "《自然语言处理领域调研——以 Transformer 的实现为例》(2022)",
    "《attention is all you need》, blog (2022)",
    "《Transformer模型Encoder原理精讲及其PyTorch逐行实现》, notes (2024)",
    "《自然语言处理 阅读报告 (Attention Is All You Need)》",
    "2.1.3 前馈层 …, a textbook's sections on the Transformer",
)
"""Titles as in the texts; the last one has none."""


def show_about(parent: QWidget) -> QMessageBox:
    box = AboutBox(parent)
    box.show()
    return box


class AboutBox(Translated, QMessageBox):
    """Plain text that can be selected."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("about-dialog")
        self.setStandardButtons(QMessageBox.StandardButton.Ok)
        self.setDetailedText("\n".join(REFERENCES))  # scrolls: all has room on a small screen
        for button in self.buttons():
            is_ok = button is self.button(QMessageBox.StandardButton.Ok)
            button.setObjectName("about-dialog-ok" if is_ok else "about-dialog-details")
        self._retranslate()
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def _retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.setWindowTitle(translate("about_box", "About Headlight"))
        self.setText(translate("about_box", "Headlight {version}").format(version=_version()))
        self.setInformativeText(_information())


def _information() -> str:
    template = QCoreApplication.translate(
        "about_box",
        "See what every attention head of a Transformer attends to while it translates and "
        "learns.\n\nThe model zh-en was trained on sentence pairs of Tatoeba (tatoeba.org), "
        "published by their authors under CC BY 2.0 FR, and on phrases written for "
        "Headlight. The authors' names are in the model file. The model reverse reverses a "
        "string of 1 to 16 letters.\n\nHeadlight is based on five Chinese texts on the "
        "Transformer.\n\nLicence: MIT\nQt {qt} · PySide {pyside}",
    )
    return template.format(qt=qVersion(), pyside=PySide6.__version__)


def _version() -> str:
    # imported only here: it costs the window's start ten milliseconds
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("headlight")
    except PackageNotFoundError:
        return ""


class KeysHelp(NamedTuple):
    """Help on the keys of a type of widget, in English."""

    text: str
    kind: type[QWidget]


_RUNS = KeysHelp("↑ and ↓ choose a run, Return shows it, Space compares with it.", BranchList)

KEYS: tuple[KeysHelp, ...] = (
    KeysHelp("Return translates the sentence; Ctrl+Z undoes a change.", SourceField),
    KeysHelp(
        "The arrow keys, Home, End, Page up and Page down choose a head; X switches it off or on, "
        "the menu key lists other changes.",
        MosaicView,
    ),
    KeysHelp(
        "The arrow keys, Home, End, Page up and Page down move between cells, Esc "
        "leaves them; the bottom line of the window shows the exact weight. + and − "
        "zoom, 0 fits.",
        HeatmapView,
    ),
    KeysHelp("↑ and ↓ choose a token, ← and → the side; Esc clears the selection.", LinksView),
    KeysHelp(
        "← and → choose a key token, ↑ and ↓ a query token; Esc clears the selection.", TextView
    ),
    KeysHelp("←, →, Home and End choose a step.", StepStrip),
    KeysHelp(
        "↑ and ↓ read out values; Return continues with the token as a branch.", CandidateBars
    ),
    KeysHelp(
        "↑ and ↓ choose a branch, Return goes there, Space compares, F2 renames, Del deletes.",
        BranchList,
    ),
    KeysHelp(
        "The arrow keys choose a block, Page up and Page down a layer; Return opens the tab "
        "that explains the block.",
        DiagramView,
    ),
    KeysHelp(
        "←, →, Home and End read out points; Return goes to that moment of a training.", PointKeys
    ),
    KeysHelp(
        "The arrow keys, Home, End, Page up and Page down move between the items of the picture; "
        "the bottom line of the window describes the item.",
        PictureView,
    ),
    KeysHelp("↑ and ↓ choose, Alt+↓ opens the list, Esc closes it.", QComboBox),
    KeysHelp("Type a number, or ↑ and ↓ change it.", QAbstractSpinBox),
    KeysHelp("←, →, Home, End, Page up and Page down move it.", QAbstractSlider),
    KeysHelp("Tab goes from address to address, Return opens one in the browser.", SourceLabel),
    KeysHelp("Tab goes from link to link, Return opens the tab.", TabLinks),
    KeysHelp("← and → go to the neighbouring tabs.", QTabBar),
    KeysHelp("Space presses it.", QAbstractButton),
    KeysHelp("Type here; Return confirms.", QLineEdit),
    KeysHelp("↑, ↓, Home, End, Page up and Page down choose a row.", QAbstractItemView),
    KeysHelp("The arrow keys, Page up and Page down scroll it.", QAbstractScrollArea),
)
"""Keyboard help the first match counts."""


class FocusHelp(Themed, Translated, QWidget):
    """The name of a widget, sentences on it, and the lesson that it belongs to."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._about: QWidget | None = None
        self.title, self.text, self.keys, self.lesson_title, self.lesson = (
            text_label(role, wraps=True, selectable=True) for role in ("title", "", "", "title", "")
        )
        parts = (self.title, self.text, self.keys, self.lesson_title, self.lesson)
        filled(QVBoxLayout(self), *parts, spacing=3 * theme.unit)

    def set_about(self, about: QWidget | None) -> None:
        """Explain a widget, or the nearest around it that has a name; None: nothing."""
        if about is not None:
            about = next((one for one in line_up(about) if name_of(one)), about)
        self._about = about
        self.setVisible(about is not None)
        self._retranslate()

    def _apply_theme(self) -> None:
        self._retranslate()

    def _retranslate(self) -> None:
        about = self._about
        if about is None or not isValid(about):  # it has gone since: what was said of it stays
            return
        self.title.setText(name_of(about))
        self.text.setText("\n\n".join(sentences_on(about)))
        self.keys.setText(self.tr("Keys: {keys}").format(keys=keys_of(about)))
        page = next((one for one in line_up(about) if isinstance(one, LessonPage)), None)
        lesson = page.text.lesson() if page and page.text is not about else None
        text = "\n\n".join((*lesson.body, lesson.source)) if lesson else ""
        show_typeset(self.lesson_title, lesson.title if lesson else "", self.theme)
        show_typeset(self.lesson, text, self.theme)
        for label in (self.title, self.text, self.keys, self.lesson_title, self.lesson):
            label.setVisible(bool(label.text()))
        self.keys.setVisible(bool(keys_of(about)))


def name_of(widget: QWidget) -> str:
    """Its accessible name, else its visible text."""
    if isinstance(widget, QAbstractButton):
        return widget.accessibleName() or without_mnemonic(widget.text())
    return widget.accessibleName() or widget.windowTitle().replace("[*]", "")


def sentences_on(widget: QWidget) -> list[str]:
    """Its tool tip, its accessible description and the help written for it, without duplicates."""
    in_front = widget.tabToolTip(widget.currentIndex()) if isinstance(widget, QTabBar) else ""
    tips = (_plain(widget.toolTip()), _plain(in_front))
    texts = (tips[0], widget.accessibleDescription(), tips[1], widget.whatsThis())
    return list(dict.fromkeys(filter(None, texts)))


def keys_of(widget: QWidget) -> str:
    """The keys that it handles while it has the focus; empty if unknown."""
    keys = next((keys for keys in KEYS if isinstance(widget, keys.kind)), None)
    if isinstance(widget, BranchList) and widget.shows_runs:
        keys = _RUNS
    return QCoreApplication.translate("focus_help", keys.text) if keys else ""


def line_up(widget: QWidget) -> Iterator[QWidget]:
    above: QWidget | None = widget
    while above is not None:
        yield above
        above = above.parentWidget()


def _plain(text: str) -> str:
    # A tool tip contains markup so that ``<s>`` is not parsed as a tag.
    is_rich = GuiQt.mightBeRichText(text)
    return QTextDocumentFragment.fromHtml(text).toPlainText() if is_rich else text


ROW_HEIGHT = 1.6
HEADING_HEIGHT = 2.1
"""In heights of the text."""

BELOW = " › "
"""Between the titles of menus, one below the other."""


class ViewKeys(NamedTuple):
    """What keys do inside a view, and the keys, in English."""

    action: str
    keys: str


IN_VIEWS = (
    ViewKeys("Source: translate it", "Return"),
    ViewKeys("All heads: choose one", "arrow keys, Home, End, Page up, Page down"),
    ViewKeys("One head: select a cell, clear", "arrow keys, Home, End, Page up, Page down; Esc"),
    ViewKeys("One head: zoom, move, fit", "+, −, 0; Ctrl and wheel, drag, double-click"),
    ViewKeys("Links: choose a token, switch sides, clear", "↑, ↓, Home, End; ←, →; Esc"),
    ViewKeys("Text: choose a key token, a query token", "←, →; ↑, ↓"),
    ViewKeys("Decoded tokens: choose a step", "←, →, Home, End"),
    ViewKeys("Candidates: read out values, branch", "↑, ↓; Return"),
    ViewKeys("Branches: go there, compare, delete, rename", "Return; Space; Del; F2"),
    ViewKeys(
        "Map: choose a block, a layer, open its tab", "arrow keys; Page up, Page down; Return"
    ),
    ViewKeys("Message: close it", "Esc"),
)


Keys = Mapping[QAction, Sequence[QKeySequence]]
"""Key sequences of actions, in the order of the menus; their icon text is their name here."""


def show_shortcuts(parent: QWidget, keys: Keys) -> QDialog:
    box = ShortcutsBox(parent, keys)
    box.show()
    return box


class ShortcutsBox(Translated, QDialog):
    """A table of actions and keys, in the groups of the menus."""

    def __init__(self, parent: QWidget, keys: Keys) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._keys = keys
        self.table = table = QTreeWidget()
        table.setRootIsDecorated(False)
        table.setItemsExpandable(False)
        table.setIndentation(round(table.fontMetrics().height() / 2))
        self.buttons = buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        name_parts(self, "shortcuts-dialog")
        layout = QVBoxLayout(self)
        layout.addWidget(table)
        layout.addWidget(buttons)
        self._retranslate()
        wanted = QSize(table.sizeHintForColumn(0) + table.sizeHintForColumn(1) + 80, 640)
        self.resize(wanted.boundedTo(room_on_screen(parent)))

    def _retranslate(self) -> None:
        title = QCoreApplication.translate("shortcuts_box", "Keyboard shortcuts")
        self.setWindowTitle(title)
        self.table.setAccessibleName(title)
        _fill(self.table, self._keys)


def _fill(table: QTreeWidget, keys: Keys) -> None:
    translate = QCoreApplication.translate
    table.clear()
    table.setHeaderLabels(
        [translate("shortcuts_box", "Action"), translate("shortcuts_box", "Keys")]
    )
    groups = [(BELOW.join(path), rows) for path, rows in _by_menu(keys).items()]
    in_views = [
        QTreeWidgetItem([translate("shortcuts_box", what), translate("shortcuts_box", keys)])
        for what, keys in IN_VIEWS
    ]
    groups.append((translate("shortcuts_box", "Inside the views"), in_views))
    for title, rows in groups:
        _add_group(table, title, rows)
    table.expandAll()
    table.setCurrentItem(groups[0][1][0])
    table.resizeColumnToContents(0)


def _by_menu(keys: Keys) -> dict[tuple[str, ...], list[QTreeWidgetItem]]:
    """Rows by the titles of the menus that lead to them; a menu precedes its submenus."""
    groups: dict[tuple[str, ...], list[QTreeWidgetItem]] = {}
    for action, sequences in keys.items():
        if sequences:
            groups.setdefault(_path(action), []).append(_action_row(action, sequences))
    first = list(dict.fromkeys(path[:1] for path in groups))
    return dict(sorted(groups.items(), key=lambda group: first.index(group[0][:1])))


def _path(action: QAction) -> tuple[str, ...]:
    menus = (found for found in action.associatedObjects() if isinstance(found, QMenu))
    menu: QObject | None = next(menus, None)
    titles: list[str] = []
    while isinstance(menu, QMenu):
        titles.insert(0, without_mnemonic(menu.title()))
        menu = menu.parent()
    return tuple(titles)


def _add_group(table: QTreeWidget, title: str, rows: Iterable[QTreeWidgetItem]) -> None:
    metrics = table.fontMetrics()
    height = round(ROW_HEIGHT * metrics.height())
    heading = QTreeWidgetItem([title])
    heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
    font = table.font()
    font.setBold(True)
    heading.setFont(0, font)
    table.addTopLevelItem(heading)
    heading.setFirstColumnSpanned(True)
    heading.setSizeHint(0, QSize(0, round(HEADING_HEIGHT * metrics.height())))
    for row in rows:
        width = metrics.horizontalAdvance(row.text(0)) + 2 * height
        row.setSizeHint(0, QSize(width, height))
        heading.addChild(row)


def _action_row(action: QAction, keys: Sequence[QKeySequence]) -> QTreeWidgetItem:
    shown = QKeySequence.SequenceFormat.NativeText
    names = dict.fromkeys(sequence.toString(shown) for sequence in keys)
    row = QTreeWidgetItem([without_mnemonic(action.iconText()), "   ".join(names)])
    row.setToolTip(0, action.toolTip())
    return row
