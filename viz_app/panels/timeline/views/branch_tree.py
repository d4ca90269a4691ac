"""How the list of branches looks: a small tree, its rows, its columns and its size."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from viz_app.design.theme import Theme, mixed
from viz_app.panels.timeline.texts.branches import branch_label, branch_sentence
from viz_app.panels.timeline.views.branch_name_editor import ID_ROLE, NAME_ROLE
from viz_app.texts.numbers import with_log_p
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed
from viz_app.workbench.snapshots.branch_rows import BranchRow

translate = QCoreApplication.translate

LABEL, NUMBER, COMPARED = range(3)
"""Columns."""

ROW_HEIGHT = 1.7
"""In text sizes."""

FEWEST = 2
"""Rows that there is always room for."""

WIDTH = 60
"""In units of spacing."""

STYLE_SHEET = """
QTreeWidget { background: $panel; border: 1px solid $line; border-radius: ${radius}px; }
QTreeWidget:focus { border-color: $accent; }
QTreeWidget::item:selected { background: $tint; color: $text; }
QTreeWidget::branch { background: transparent; border-image: none; image: none; }
QTreeWidget::branch:selected { background: $tint; }
QTreeWidget::indicator { width: ${box}px; height: ${box}px; border: 1px solid $edge;
    border-radius: ${corner}px; background: $panel; }
QTreeWidget::indicator:checked { background: $accent; border-color: $accent; }
"""


class OpenTree(Themed, QTreeWidget):
    """A tree with all its rows open: a label, a number and a box in each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No rows."""
        super().__init__(parent)
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._dress_header()

    def _dress(self) -> None:
        theme = self.theme
        self.setFont(theme.font(theme.small))
        self.setIndentation(3 * theme.unit)
        self.setFixedWidth(WIDTH * theme.unit)
        self.header().resizeSection(COMPARED, 6 * theme.unit)
        self.setStyleSheet(_style_sheet(theme))

    def sizeHint(self) -> QSize:
        """As little as it can do with: it takes the height that there is."""
        return QSize(WIDTH * self.theme.unit, FEWEST * _row_height(self.theme) + self.theme.unit)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def _dress_header(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(COMPARED, QHeaderView.ResizeMode.Fixed)


def new_item(above: QTreeWidget | QTreeWidgetItem, branch: int) -> QTreeWidgetItem:
    """A row for a branch, in the list or below the row of another; nothing is said yet."""
    item = QTreeWidgetItem(above)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    item.setData(LABEL, ID_ROLE, branch)
    return item


def branch_of(item: QTreeWidgetItem) -> int:
    """The id of a row's branch."""
    return int(item.data(LABEL, ID_ROLE))


def show_item(
    item: QTreeWidgetItem, row: BranchRow, *, current: bool, compared: bool, theme: Theme
) -> None:
    """Let a row say what its branch is; the one on screen is bold and has no box."""
    _show_texts(item, row)
    for column in (LABEL, NUMBER):
        item.setFont(column, theme.font(theme.small, "bold" if current else "normal"))
    item.setForeground(NUMBER, QColor(theme.soft_text))
    item.setTextAlignment(NUMBER, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setSizeHint(LABEL, QSize(0, _row_height(theme)))
    box = Qt.CheckState.Checked if compared else Qt.CheckState.Unchecked
    item.setData(COMPARED, Qt.ItemDataRole.CheckStateRole, None if current else box)


def _show_texts(item: QTreeWidgetItem, row: BranchRow) -> None:
    sentence = branch_sentence(row)
    item.setText(LABEL, branch_label(row))
    item.setText(NUMBER, with_log_p(row.log_probability) + ("…" if row.growing else ""))
    item.setData(LABEL, NAME_ROLE, row.name)
    item.setData(LABEL, Qt.ItemDataRole.AccessibleTextRole, sentence)
    item.setToolTip(LABEL, tool_tip(sentence))
    item.setToolTip(
        NUMBER, translate("branches", "Sum of the log-probabilities of its tokens, in nats")
    )


def _style_sheet(theme: Theme) -> str:
    """Of the list: the row under the cursor is tinted, a checked box is full."""
    return Template(STYLE_SHEET).substitute(
        panel=theme.panel,
        line=theme.line,
        text=theme.text,
        accent=theme.accent,
        edge=theme.soft_text,
        tint=mixed(theme.panel, theme.accent, share=0.12),
        radius=theme.small_radius,
        box=3 * theme.unit,
        corner=theme.unit // 2,
    )


def _row_height(theme: Theme) -> int:
    """In px."""
    return round(ROW_HEIGHT * theme.small)
