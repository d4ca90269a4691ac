"""What both arms of an experiment have reached, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from model.runs.experiment_result import ArmResult
from model.text.tasks import Score
from viz_app.design.theme import Theme
from viz_app.texts.numbers import NO_NUMBER, or_dash, short_loss
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

Written = Callable[[ArmResult], str]


class ResultTable(Themed, Translated, QFrame):
    """A few numbers of each arm; a dash for what is not known yet."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """No numbers yet."""
        super().__init__(parent)
        self._names: tuple[str, ...] = ("", "")
        self._arms: tuple[ArmResult | None, ...] = (None, None)
        self._score: Score = "exact"
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(0, 1)
        self._cells: list[list[QLabel]] = []
        self.setProperty("panel", True)
        for row in range(5):
            self._cells.append([self._label(row, column) for column in range(3)])
        self.set_theme(theme)

    def set_results(
        self, names: Sequence[str], arms: Sequence[ArmResult | None], *, score: Score
    ) -> None:
        """Show numbers; shows, never modifies state."""
        self._names, self._arms, self._score = tuple(names), tuple(arms), score
        self._retranslate()

    def texts(self) -> list[list[str]]:
        """Everything that is shown, by row."""
        return [[label.text() for label in row] for row in self._cells]

    def _dress(self) -> None:
        unit = self.theme.unit
        self._grid.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self._grid.setHorizontalSpacing(3 * unit)
        self._grid.setVerticalSpacing(unit)

    def _retranslate(self) -> None:
        rows = [["", *self._names]]
        for title, written in self._lines():
            numbers = (NO_NUMBER if arm is None else written(arm) for arm in self._arms)
            rows.append([title, *numbers])
        for labels, texts in zip(self._cells, rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
        self.setAccessibleName(self.tr("Results"))
        self.setAccessibleDescription("; ".join(_spoken(rows)))

    def _lines(self) -> tuple[tuple[str, Written], ...]:
        score = (
            (self.tr("Exact match"), lambda arm: or_dash(arm.exact, _percent))
            if self._score == "exact"
            else (self.tr("BLEU"), lambda arm: or_dash(arm.bleu, "{:.1f}".format))
        )
        return (
            (self.tr("After epoch"), lambda arm: str(arm.epoch)),
            (self.tr("Training loss (mean)"), lambda arm: short_loss(arm.loss)),
            (self.tr("Validation loss"), lambda arm: or_dash(arm.validation_loss, short_loss)),
            score,
        )

    def _label(self, row: int, column: int) -> QLabel:
        label = text_label()
        label.setWordWrap(column == 0 or row == 0)
        if row == 0 or column == 0:
            label.setProperty("role", "small")
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(label, row, column)
        return label


def _spoken(rows: Sequence[Sequence[str]]) -> list[str]:
    """``Training loss: with positions 0.004, without 0.976``."""
    (_, *names), *lines = rows
    return [
        f"{title}: " + ", ".join(f"{name} {text}" for name, text in zip(names, texts, strict=True))
        for title, *texts in lines
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
