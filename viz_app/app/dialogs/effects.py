"""The page of the effects of heads: their table, and the score of the model without them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from model.text.tasks import Score
from viz_app.app.app_state import Services
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.effects import (
    SORTS,
    EffectRows,
    effect_rows,
    pruning_plot,
    pruning_sentence,
    score_names,
)
from viz_app.panels.attention.room import EffectSnapshot, resolve_effects
from viz_app.pictures.plot import Plot
from viz_app.texts.measures import effect_basis, effects_sentence
from viz_app.widgets.choosers import Segments, say
from viz_app.widgets.layout import FlowRow, filled, framed, name_parts, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.changes.selection import head_picked, option_picked, pruning_asked

SIZE, PROGRESS = (1180, 640), 120
"""Px at 100 %; how wide the bar is."""


class EffectsDialog(Themed, Translated, QDialog):
    """Not modal: the window stays usable while heads are measured and pruned."""

    def __init__(self, theme: Theme, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._screen, self._scale = services.screen, 0.0
        self._shown: EffectSnapshot = resolve_effects(services.screen.now)
        self.sorts = Segments(theme, names=tuple(SORTS), texts=self._sort_texts)
        self.scores = Segments(theme, names=tuple(score_names()), texts=score_names)
        self.table = PictureView(theme, of=EffectRows, picks=True)
        self.plot = PictureView(theme, of=Plot)
        self.sentence, self.pruned = text_label(wraps=True), text_label(wraps=True)
        self.basis = text_label(wraps=True)
        self.prune, self.progress = QPushButton(), QProgressBar(textVisible=False)
        name_parts(self, "effects-dialog")
        left = filled(QHBoxLayout(), self.sorts, (self.sentence, 1))
        right = FlowRow(self.prune, self.progress, self.scores, spacing=3 * theme.unit)
        rows = (left, self.basis, self.table), (right, self.pruned, self.plot)
        columns = [
            filled(QVBoxLayout(), tools, words, (framed(view), 1)) for tools, words, view in rows
        ]
        self._halves = filled(QHBoxLayout(self), (columns[0], 1), (columns[1], 1))
        self._boxes = (self._halves, left, right, *columns)
        self.scores.set_current(self._shown.score)
        self.prune.setAutoDefault(False)
        self.prune.setProperty("compact", True)
        for chooser in (self.sorts, self.scores):
            chooser.picked.connect(self._show)
        self.table.picked.connect(self._on_row)
        self.prune.clicked.connect(
            lambda: self._screen.apply(pruning_asked, not self._shown.pruning)
        )
        self.set_theme(theme)
        self._retranslate()
        services.presenter.show(services.screen, resolve_effects, self.set_snapshot)

    def open_page(self) -> None:
        """Measure what is missing, and mark the heads."""
        self._screen.apply(option_picked, "tint", "effect")
        self.show()
        self.raise_()
        self.activateWindow()

    def set_snapshot(self, snapshot: EffectSnapshot) -> None:
        self._shown = snapshot
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        # Nothing is painted while the page is hidden.
        self._show()
        super().showEvent(event)

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._halves.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        for box in self._boxes:
            box.setSpacing(3 * unit)
        self.progress.setFixedWidth(round(PROGRESS * self.theme.scale))
        if self._scale != self.theme.scale:  # whoever made it larger or smaller keeps that else
            self._scale = self.theme.scale
            wanted = QSize(*(round(side * self._scale) for side in SIZE))
            self.resize(wanted.boundedTo(self.screen().availableSize()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Effects of heads on the loss"))
        self.table.setAccessibleName(self.tr("Effects of heads"))
        self.plot.setAccessibleName(self.tr("Score of the pruned model"))
        self.progress.setAccessibleName(self.tr("Progress of pruning"))
        self._show()

    def _sort_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "effect": (self.tr("By effect"), self.tr("The largest effect first")),
            "error": (self.tr("By error"), self.tr("The largest standard error first")),
            "layer": (self.tr("By layer"), self.tr("In the order of the layers")),
        }

    @Slot()
    def _show(self) -> None:
        shown, pruned = self._shown, self._shown.pruned
        score: Score = "exact" if self.scores.current() == "exact" else "bleu"
        self.sentence.setText(effects_sentence(shown.sweep, can_measure=shown.can_measure))
        known = shown.sweep
        self.basis.setText("" if known is None else " · ".join(effect_basis(known)))
        self.table.set_picture(effect_rows(shown.sweep, sort=self.sorts.current()))
        self.plot.set_picture(pruning_plot(pruned, score))
        self.pruned.setText(pruning_sentence(pruned, score))
        self.progress.setVisible(shown.pruning)
        if pruned is not None:
            done = pruned.points[-1].removed if pruned.points else 0
            self.progress.setRange(0, 2 * pruned.heads)
            self.progress.setValue(len(pruned.effects) + done)
        self.prune.setEnabled(shown.can_measure)
        if shown.pruning:
            say(self.prune, self.tr("Stop"), self.tr("Stop pruning; scores so far are kept"))
        else:
            tip = self.tr("Switch heads off, the least important first, and score the model")
            say(self.prune, self.tr("Prune until it breaks"), tip)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        """Show the head of a row in the window."""
        if isinstance(self.table.picture, EffectRows):
            (site,) = self.table.picture.effects[row].sites
            self._screen.apply(head_picked, site.kind, site.layer or 0, site.head or 0)
