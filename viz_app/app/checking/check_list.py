"""The list of checks: what became of each, in a shape, a word and a number."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from viz_app.app.checking.snapshot import CheckLine, LineStatus
from viz_app.app.checking.verdict_mark import verdict_icon
from viz_app.design.theme import mixed
from viz_app.texts.check_texts import check_title, short_number, verdict_text
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

WIDTH = 300
"""Px at 100 %."""

TINT = 0.12
"""Of the accent colour, behind the check on show."""

STYLE_SHEET = """
QListWidget { background: $panel; border: 1px solid $line; border-radius: ${radius}px; outline: 0;
    padding: ${inside}px; }
QListWidget:focus { border-color: $accent; }
QListWidget::item { border-radius: ${small_radius}px; padding: ${inside}px; color: $text; }
QListWidget::item:selected { background: $tint; color: $text; }
"""

translate = QCoreApplication.translate


class CheckList(Themed, Translated, QListWidget):
    """One entry a check; whoever walks the list is shown each.

    Signals:
        check_picked: with the name of a check.
    """

    check_picked = Signal(object)

    def __init__(self) -> None:
        """No checks."""
        super().__init__()
        self._lines: tuple[CheckLine, ...] = ()
        self._showing = False
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentRowChanged.connect(self._on_row)

    def set_lines(self, lines: tuple[CheckLine, ...], shown: CheckLine) -> None:
        """Show what became of each; does not modify state."""
        before, self._lines, self._showing = self._lines, lines, True
        while self.count() < len(lines):
            self.addItem(QListWidgetItem())
        for row, line in enumerate(lines):
            if row >= len(before) or line != before[row]:
                self._show(self.item(row), line)
        self.setCurrentRow(lines.index(shown))
        self._showing = False

    def _show(self, item: QListWidgetItem, line: CheckLine) -> None:
        title, became = check_title(line.name), line_text(line)
        item.setText(f"{title}\n{became}")
        item.setIcon(verdict_icon(line.status, self.theme))
        item.setToolTip(tool_tip(f"{title}: {became}"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}: {became}")

    def _dress(self) -> None:
        unit = self.theme.unit
        self.setIconSize(QSize(5 * unit, 5 * unit))
        self.setSpacing(0)
        sheet = Template(STYLE_SHEET).substitute(
            panel=self.theme.panel,
            line=self.theme.line,
            accent=self.theme.accent,
            text=self.theme.text,
            radius=self.theme.radius,
            small_radius=self.theme.small_radius,
            tint=mixed(self.theme.panel, self.theme.accent, share=TINT),
            inside=self.theme.unit // 2,
        )
        self.setStyleSheet(sheet)
        self.setFixedWidth(round(WIDTH * self.theme.scale))
        self._show_again()

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("checks", "Checks"))
        self._show_again()

    def _show_again(self) -> None:
        for row, line in enumerate(self._lines):
            self._show(self.item(row), line)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if not self._showing and 0 <= row < len(self._lines):
            self.check_picked.emit(self._lines[row].name)


def line_text(line: CheckLine) -> str:
    """``failed · 1 of 24``."""
    number = short_number(line.finding) if line.finding is not None else ""
    return " · ".join(filter(None, (status_text(line.status), number)))


def status_text(status: LineStatus) -> str:
    """What became of a check, in a word or two."""
    if status == "waiting":
        return translate("checks", "not checked yet")
    if status == "running":
        return translate("checks", "checking …")
    return verdict_text(status)
