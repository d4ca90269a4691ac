"""How a score comes about: brevity penalty, mean of the precisions, sacrebleu's signature."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from model.lessons.bleu.explained import BleuExplained
from viz_app.design.theme import Theme
from viz_app.panels.bleu.texts import (
    penalty_sentence,
    score_sentence,
    short_sentence,
)
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_typeset


class BleuNumbers(Themed, Translated, QWidget):
    """Two formulas with the sentence's numbers beside them, and what sacrebleu says."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bleu: BleuExplained | None = None
        self.penalty_formula = FormulaView(theme, "bleu_brevity")
        self.score_formula = FormulaView(theme, "bleu_score")
        self.penalty, self.product, self.signature, self.remark = (
            text_label(role, wraps=True, selectable=True) for role in ("", "", "small", "small")
        )
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)

    def set_bleu(self, bleu: BleuExplained | None) -> None:
        """Show a score; shows, never modifies state."""
        self._bleu = bleu
        self._show()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._grid.setContentsMargins(4 * unit, 2 * unit, 4 * unit, 2 * unit)
        self._grid.setHorizontalSpacing(4 * unit)
        self._grid.setVerticalSpacing(unit)
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _arrange(self) -> None:
        self._grid.addWidget(self.penalty_formula, 0, 0)
        self._grid.addWidget(self.penalty, 0, 1)
        self._grid.addWidget(self.score_formula, 1, 0)
        self._grid.addWidget(self.product, 1, 1)
        self._grid.addWidget(self.signature, 2, 0, 1, 2)
        self._grid.addWidget(self.remark, 3, 0, 1, 2)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(4, 1)

    def _show(self) -> None:
        bleu = self._bleu
        if bleu is None:
            return
        self.penalty.setText(penalty_sentence(bleu))
        show_typeset(self.product, score_sentence(bleu), self.theme)
        self.signature.setText(
            self.tr("sacrebleu: {score} · {signature}").format(
                score=f"{bleu.sacrebleu:.2f}",
                # a line may be broken after each entry
                signature=bleu.signature.replace("|", "|\u200b"),
            )
        )
        remark = short_sentence(bleu)
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
