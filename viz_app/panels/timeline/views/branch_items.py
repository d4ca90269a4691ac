"""The rows of the list of branches: what they say and how they look."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from viz_app.design.theme import Theme, mixed
from viz_app.panels.timeline.texts.branches import branch_label, branch_sentence, log_number
from viz_app.panels.timeline.views.branch_name_editor import ID_ROLE, NAME_ROLE
from viz_app.texts.token_text import tool_tip
from viz_app.workbench.snapshots.branch_rows import BranchRow

translate = QCoreApplication.translate

LABEL, NUMBER, COMPARED = range(3)
"""Columns."""

ROW_HEIGHT = 1.7
"""In text sizes."""

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


def style_sheet(theme: Theme) -> str:
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


def row_height(theme: Theme) -> int:
    """In px."""
    return round(ROW_HEIGHT * theme.small)


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
    item.setToolTip(COMPARED, "" if current else translate("branches", "Compare with this branch"))
    for column in (LABEL, NUMBER):
        item.setFont(column, theme.font(theme.small, "bold" if current else "normal"))
    item.setForeground(NUMBER, QColor(theme.soft_text))
    item.setTextAlignment(NUMBER, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setSizeHint(LABEL, QSize(0, row_height(theme)))
    box = Qt.CheckState.Checked if compared else Qt.CheckState.Unchecked
    item.setData(COMPARED, Qt.ItemDataRole.CheckStateRole, None if current else box)


def _show_texts(item: QTreeWidgetItem, row: BranchRow) -> None:
    sentence = branch_sentence(row)
    item.setText(LABEL, branch_label(row))
    item.setText(NUMBER, log_number(row.log_probability) + ("…" if row.growing else ""))
    item.setData(LABEL, NAME_ROLE, row.name)
    item.setData(LABEL, Qt.ItemDataRole.AccessibleTextRole, sentence)
    item.setToolTip(LABEL, tool_tip(sentence))
    total = translate("branches", "Sum of the log-probabilities of its tokens")
    item.setToolTip(NUMBER, total)
