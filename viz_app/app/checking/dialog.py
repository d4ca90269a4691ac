"""The page of the doctor: the checks at the left, at the right one of them with its picture."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.lessons.checks.record import CHECK_NAMES, Verdict
from viz_app.app.checking.check_list import CheckList
from viz_app.app.checking.finding_view import FindingView
from viz_app.app.checking.snapshot import CheckSnapshot
from viz_app.design.theme import Theme
from viz_app.texts.check_texts import verdict_text
from viz_app.texts.isolates import isolated
from viz_app.texts.message_text import message_text
from viz_app.widgets.buttons import say
from viz_app.widgets.filled import filled
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

SIZE, PROGRESS = (1040, 700), 160
"""Px at 100 %; how wide the bar is."""

COUNTED: tuple[Verdict, ...] = ("passed", "warning", "failed", "not applicable")


class CheckDialog(Themed, Translated, QDialog):
    """Not modal: one can go on working while the model is checked; closing it ends that.

    Signals:
        check_requested: the model shall be checked, from the first check on.
        stopped: no more checks.
        check_picked: with the name of the check to show.
    """

    check_requested = Signal()
    stopped = Signal()
    check_picked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing is known until :meth:`set_snapshot`."""
        super().__init__(parent)
        self._snapshot: CheckSnapshot | None = None
        self._scale = 0.0
        self.sentence = text_label(wraps=True)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setRange(0, len(CHECK_NAMES))
        self.again, self.close_button = QPushButton(), QPushButton()
        self.list, self.finding = CheckList(), FindingView(theme)
        self._top = filled(
            QHBoxLayout(), (self.sentence, 1), self.progress, self.again, self.close_button
        )
        self._middle = filled(QHBoxLayout(), self.list, (self.finding, 1))
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def open_again(self) -> None:
        """Come up, and ask for a round unless one is under way."""
        if self._snapshot is None or not self._snapshot.running:
            self.check_requested.emit()
        self.show()
        self.raise_()
        self.activateWindow()

    def set_snapshot(self, snapshot: CheckSnapshot) -> None:
        """Show what was found so far; does not modify state."""
        self._snapshot = snapshot
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was not worth showing before."""
        self._show()
        super().showEvent(event)

    def reject(self) -> None:
        """Esc, Close or the window's own button: nobody waits for the rest."""
        self.stopped.emit()
        super().reject()

    def _arrange(self) -> None:
        self.setModal(False)
        for row in (self._top, self._middle):
            self._rows.addLayout(row)
        self._rows.setStretchFactor(self._middle, 1)
        for button in (self.again, self.close_button):
            button.setAutoDefault(False)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.again.clicked.connect(self._again_or_stop)
        self.close_button.clicked.connect(self.reject)
        self.list.check_picked.connect(self.check_picked)

    @Slot()
    def _again_or_stop(self) -> None:
        running = self._snapshot is not None and self._snapshot.running
        (self.stopped if running else self.check_requested).emit()

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        for box in (self._rows, self._middle, self._top):
            box.setSpacing(3 * unit)
        self.progress.setFixedWidth(round(PROGRESS * self.theme.scale))
        if self._scale != self.theme.scale:  # whoever made it larger or smaller keeps that else
            self._scale = self.theme.scale
            wanted = QSize(*(round(side * self._scale) for side in SIZE))
            self.resize(wanted.boundedTo(self.screen().availableSize()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Check this model"))
        self.progress.setAccessibleName(self.windowTitle())
        say(self.close_button, self.tr("Close"), self.tr("Close this page; a check ends with it"))
        self._show()

    def _show(self) -> None:
        shown = self._snapshot
        if shown is None:
            return
        self.sentence.setText(self._sentence(shown))
        self.progress.setVisible(shown.running)
        self.progress.setValue(shown.done)
        if shown.running:
            say(self.again, self.tr("Stop"), self.tr("Stop checking; what was found stays"))
        else:
            say(self.again, self.tr("Check again"), self.tr("Check the model that is open now"))
        self.list.set_lines(shown.lines, shown.shown)
        self.finding.set_line(shown.shown, model=shown.model)

    def _sentence(self, shown: CheckSnapshot) -> str:
        """How far it is, or what came of it."""
        if shown.problem is not None:
            return message_text(shown.problem)
        if shown.gone:
            return self.tr("Another model is open now: check it to see how it is.")
        name = isolated(shown.model)
        if shown.running:
            said = self.tr("Checking {model}: {done} of {count} checks are made …")
            return said.format(model=name, done=shown.done, count=len(CHECK_NAMES))
        counts = [(shown.count(verdict), verdict_text(verdict)) for verdict in COUNTED]
        told = " · ".join(
            self.tr("{number} {verdict}").format(number=number, verdict=word)
            for number, word in counts
            if number
        )
        said = self.tr("{model}: {count} checks · {told}")
        if shown.done < len(CHECK_NAMES):
            said = self.tr("{model}: stopped after {done} of {count} checks · {told}")
        return said.format(model=name, done=shown.done, count=len(CHECK_NAMES), told=told)
