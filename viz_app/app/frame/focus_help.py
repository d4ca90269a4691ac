"""Help on the control or picture that has the keyboard: what it is, what it shows, its keys."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import Qt, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viz_app.app.header.source_field import SourceField
from viz_app.design.theme import Theme
from viz_app.panels.attention.views.heatmap_view import HeatmapView
from viz_app.panels.attention.views.links_view import LinksView
from viz_app.panels.attention.views.text_view import TextView
from viz_app.panels.timeline.views.branch_list import BranchList
from viz_app.panels.timeline.views.candidate_bars import CandidateBars
from viz_app.panels.timeline.views.step_strip import StepStrip
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.texts.without_mnemonic import without_mnemonic
from viz_app.widgets.cells_view import CellsView
from viz_app.widgets.labels import text_label
from viz_app.widgets.lesson_page import LessonPage
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.source_label import SourceLabel
from viz_app.widgets.translated import Translated

WIDTH = 440
"""Of the text, in px at 100 %."""

_ALL_ARROWS = QT_TRANSLATE_NOOP(
    "focus_help",
    "The arrow keys, Home, End, Page up and Page down move from cell to cell; the line at the "
    "bottom of the window says what stands there.",
)

_RUNS = QT_TRANSLATE_NOOP(
    "focus_help", "↑ and ↓ choose a run, Return shows it, Space compares with it."
)

KEYS: tuple[tuple[type[QWidget], str], ...] = (
    (
        SourceField,
        QT_TRANSLATE_NOOP("focus_help", "Return translates the sentence; Ctrl+Z undoes a change."),
    ),
    (
        MosaicView,
        QT_TRANSLATE_NOOP(
            "focus_help", "The arrow keys, Home, End, Page up and Page down choose a head."
        ),
    ),
    (
        HeatmapView,
        QT_TRANSLATE_NOOP(
            "focus_help",
            "The arrow keys, Home, End, Page up and Page down move from cell to cell, Esc leaves "
            "them; the line at the bottom of the window says the exact weight. + and − zoom, 0 "
            "fits.",
        ),
    ),
    (
        LinksView,
        QT_TRANSLATE_NOOP(
            "focus_help", "↑ and ↓ choose a token, ← and → the side; Esc chooses none."
        ),
    ),
    (
        TextView,
        QT_TRANSLATE_NOOP(
            "focus_help", "← and → choose a key token, ↑ and ↓ a query token; Esc chooses none."
        ),
    ),
    (StepStrip, QT_TRANSLATE_NOOP("focus_help", "←, →, Home and End choose a step.")),
    (
        CandidateBars,
        QT_TRANSLATE_NOOP(
            "focus_help", "↑ and ↓ tell the values, Return decodes on with the token, as a branch."
        ),
    ),
    (
        BranchList,
        QT_TRANSLATE_NOOP(
            "focus_help",
            "↑ and ↓ choose a branch, Return goes there, Space compares, F2 renames, Del deletes.",
        ),
    ),
    (CellsView, _ALL_ARROWS),
    (
        PictureView,
        QT_TRANSLATE_NOOP("focus_help", "The arrow keys choose something in the picture."),
    ),
    (
        QComboBox,
        QT_TRANSLATE_NOOP("focus_help", "↑ and ↓ choose, Alt+↓ opens the list, Esc closes it."),
    ),
    (QAbstractSpinBox, QT_TRANSLATE_NOOP("focus_help", "Type a number, or ↑ and ↓ change it.")),
    (
        QAbstractSlider,
        QT_TRANSLATE_NOOP("focus_help", "←, →, Home, End, Page up and Page down move it."),
    ),
    (
        SourceLabel,
        QT_TRANSLATE_NOOP(
            "focus_help", "Tab goes from address to address, Return opens one in the browser."
        ),
    ),
    (QTabBar, QT_TRANSLATE_NOOP("focus_help", "← and → go to the neighbouring tabs.")),
    (QAbstractButton, QT_TRANSLATE_NOOP("focus_help", "Space presses it.")),
    (QLineEdit, QT_TRANSLATE_NOOP("focus_help", "Type here; Return takes what was typed.")),
    (
        QAbstractItemView,
        QT_TRANSLATE_NOOP("focus_help", "↑, ↓, Home, End, Page up and Page down choose a row."),
    ),
    (
        QAbstractScrollArea,
        QT_TRANSLATE_NOOP("focus_help", "The arrow keys, Page up and Page down scroll it."),
    ),
)
"""What the keys do, by type: the first that fits."""


def show_focus_help(window: QWidget, theme: Theme) -> QDialog:
    """Show help on what has the keyboard in a window, in a box of its own; returns at once."""
    about = QApplication.focusWidget() or window
    box = FocusHelp(window, about if about.window() is window else window, theme=theme)
    box.show()
    return box


class FocusHelp(Translated, QDialog):
    """The name of a thing, sentences on it, and the lesson that it stands in."""

    def __init__(self, parent: QWidget, about: QWidget, *, theme: Theme) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._about = _named(about)
        self.title, self.text, self.keys, self.lesson_title, self.lesson = (
            text_label(role, wraps=True, selectable=True) for role in ("title", "", "", "title", "")
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        rows = QVBoxLayout(self)
        rows.setSpacing(3 * theme.unit)
        rows.setContentsMargins(*(5 * theme.unit,) * 4)
        for label in (self.title, self.text, self.keys, self.lesson_title, self.lesson):
            label.setFixedWidth(round(WIDTH * theme.scale))
            rows.addWidget(label)
        rows.addWidget(buttons)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Help on this"))
        if not isValid(self._about):  # it has gone since: what was said of it stays
            return
        self.title.setText(name_of(self._about))
        self.text.setText("\n\n".join(sentences_on(self._about)))
        self.keys.setText(self.tr("Keys: {keys}").format(keys=keys_of(self._about)))
        page = _around(self._about, LessonPage)
        lesson = page.text.lesson() if page and page.text is not self._about else None
        self.lesson_title.setText(lesson.title if lesson else "")
        self.lesson.setText("\n\n".join((*lesson.body, lesson.source)) if lesson else "")
        for label in (self.text, self.keys, self.lesson_title, self.lesson):
            label.setVisible(bool(label.text()))
        self.keys.setVisible(bool(keys_of(self._about)))


def name_of(widget: QWidget) -> str:
    """What a screen reader calls it, or what stands on it."""
    text = widget.text() if isinstance(widget, QAbstractButton) else widget.windowTitle()
    return widget.accessibleName() or without_mnemonic(text)


def sentences_on(widget: QWidget) -> list[str]:
    """What it is for, what it shows, and what is written for this; each once."""
    in_front = widget.tabToolTip(widget.currentIndex()) if isinstance(widget, QTabBar) else ""
    tips = (_plain(widget.toolTip()), _plain(in_front))
    texts = (tips[0], widget.accessibleDescription(), tips[1], widget.whatsThis())
    return list(dict.fromkeys(filter(None, texts)))


def keys_of(widget: QWidget) -> str:
    """What the keys do while it has the keyboard; empty where that is not known."""
    keys = next((keys for kind, keys in KEYS if isinstance(widget, kind)), "")
    if isinstance(widget, BranchList) and widget.shows_runs:
        keys = _RUNS
    return QCoreApplication.translate("focus_help", keys) if keys else ""


def _named(widget: QWidget) -> QWidget:
    """It or the first that has a name of all that it stands in."""
    return next((one for one in _line_up(widget) if name_of(one)), widget)


def _around(widget: QWidget, kind: type[LessonPage]) -> LessonPage | None:
    return next((one for one in _line_up(widget) if isinstance(one, kind)), None)


def _line_up(widget: QWidget) -> Iterator[QWidget]:
    above: QWidget | None = widget
    while above is not None:
        yield above
        above = above.parentWidget()


def _plain(text: str) -> str:
    """A text without its markup; a tool tip has some so that ``<s>`` is not taken for one."""
    is_rich = Qt.mightBeRichText(text)
    return QTextDocumentFragment.fromHtml(text).toPlainText() if is_rich else text
