"""How the list of branches looks: a small tree, its rows, its columns and its size."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor, QFont
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
from viz_app.pictures.axis_labels import text_width
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

WIDTH, WIDEST = 60, 90
"""In units of spacing: at least, and where there is room for longer names."""

STYLE_SHEET = """
QTreeWidget { background: $panel; border: 1px solid $line; border-radius: ${radius}px; }
QTreeWidget:focus { border-color: $accent; }
QTreeWidget::item:selected { background: $tint; color: $text; }
QTreeWidget::branch { background: transparent; border-image: none; image: none; }
QTreeWidget::branch:selected { background: $tint; }
"""


class OpenTree(Themed, QTreeWidget):
    """A tree with all its rows open: a label, a number and a box in each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """No rows."""
        super().__init__(parent)
        self._names_width = 0.0
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._dress_header()

    def _dress(self) -> None:
        theme = self.theme
        self.setFont(theme.font(theme.small))
        self.setIndentation(3 * theme.unit)
        self.setMinimumWidth(WIDTH * theme.unit)
        self.header().resizeSection(COMPARED, 6 * theme.unit)
        self.setStyleSheet(_style_sheet(theme))

    def sizeHint(self) -> QSize:
        """Room for the names, and as little height as it can do with: it takes what there is."""
        unit, header = self.theme.unit, self.header()
        others = header.sectionSize(NUMBER) + header.sectionSize(COMPARED) + 4 * unit
        width = min(max(WIDTH * unit, math.ceil(self._names_width) + others), WIDEST * unit)
        return QSize(width, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Two rows."""
        return QSize(WIDTH * self.theme.unit, FEWEST * _row_height(self.theme) + self.theme.unit)

    def fit_names(self, rows: Sequence[BranchRow]) -> None:
        """Ask for room for the longest label, as far in as the deepest."""
        depths: dict[int | None, int] = {}
        for row in rows:
            depths[row.id] = depths.get(row.parent, -1) + 1
        longest = max(rows, key=lambda row: len(row.name) + len(row.text))
        names = (
            text_width(self.theme, branch_label(row), size=self.theme.small, weight="bold")
            for row in (rows[0], longest)
        )
        self._names_width = max(names) + max(depths.values()) * self.indentation()
        self.updateGeometry()

    def _dress_header(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(LABEL, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NUMBER, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(COMPARED, QHeaderView.ResizeMode.Fixed)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """What a row shows: the branch on screen is bold, and has no box to be compared with."""

    row: BranchRow
    current: bool
    compared: bool
    compare_tip: str
    theme: Theme


class BranchItem(QTreeWidgetItem):
    """A row, which says what it shows when it is asked: of many branches few are in view."""

    def __init__(self, above: QTreeWidget | QTreeWidgetItem, shown: ShownRow) -> None:
        """In the list, or below the row of another branch."""
        self.shown = shown  # the list asks as soon as there is a row
        super().__init__(above)
        self.setFlags(self.flags() | Qt.ItemFlag.ItemIsEditable)

    def show_row(self, shown: ShownRow) -> None:
        """Show something else."""
        if shown != self.shown:
            self.shown = shown
            self.emitDataChanged()

    def data(self, column: int, role: int) -> Any:
        """Asked by the list for what is in view, and by screen readers."""
        tell = _TOLD.get((column, role))
        return super().data(column, role) if tell is None else tell(self.shown)


def branch_of(item: QTreeWidgetItem) -> int:
    """The id of a row's branch."""
    return int(item.data(LABEL, ID_ROLE))


def _number(shown: ShownRow) -> str:
    return with_log_p(shown.row.log_probability) + ("…" if shown.row.growing else "")


def _font(shown: ShownRow) -> QFont:
    return shown.theme.font(shown.theme.small, "bold" if shown.current else "normal")


def _box(shown: ShownRow) -> Qt.CheckState | None:
    if shown.current:
        return None
    return Qt.CheckState.Checked if shown.compared else Qt.CheckState.Unchecked


_Role = Qt.ItemDataRole
_TOLD: Mapping[tuple[int, int], Callable[[ShownRow], Any]] = {
    (LABEL, ID_ROLE): lambda shown: shown.row.id,
    (LABEL, NAME_ROLE): lambda shown: shown.row.name,
    (LABEL, _Role.DisplayRole): lambda shown: branch_label(shown.row),
    (LABEL, _Role.AccessibleTextRole): lambda shown: branch_sentence(shown.row),
    (LABEL, _Role.ToolTipRole): lambda shown: tool_tip(branch_sentence(shown.row)),
    (LABEL, _Role.SizeHintRole): lambda shown: QSize(0, _row_height(shown.theme)),
    (LABEL, _Role.FontRole): _font,
    (NUMBER, _Role.FontRole): _font,
    (NUMBER, _Role.DisplayRole): _number,
    (NUMBER, _Role.ForegroundRole): lambda shown: QColor(shown.theme.soft_text),
    (NUMBER, _Role.TextAlignmentRole): lambda _: (
        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    ),
    (NUMBER, _Role.ToolTipRole): lambda _: translate(
        "branches", "Sum of the log-probabilities of its tokens, in nats"
    ),
    (COMPARED, _Role.CheckStateRole): _box,
    (COMPARED, _Role.ToolTipRole): lambda shown: tool_tip(shown.compare_tip),
}


def _style_sheet(theme: Theme) -> str:
    """Of the list: the row under the cursor is tinted."""
    return Template(STYLE_SHEET).substitute(
        panel=theme.panel,
        line=theme.line,
        text=theme.text,
        accent=theme.accent,
        tint=mixed(theme.panel, theme.accent, share=0.12),
        radius=theme.small_radius,
    )


def _row_height(theme: Theme) -> int:
    """In px."""
    return round(ROW_HEIGHT * theme.small)
