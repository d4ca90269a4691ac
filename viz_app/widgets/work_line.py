"""Work on a file in the status bar: what, how far, and a way to stop."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QStatusBar, QWidget

from viz_app.design.theme import frame_theme
from viz_app.widgets.buttons import say
from viz_app.widgets.labels import text_label
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

PATIENCE_MS = 300
"""What takes no longer is not worth a line that comes and goes."""


class WorkLine(Themed, Translated, QWidget):
    """Hidden until :meth:`begin`; its button is pressed by who wants no more of it."""

    def __init__(self, bar: QStatusBar) -> None:
        """At the front of what stays in a status bar."""
        super().__init__(bar)
        self.sentence = text_label(parent=self)
        self.progress, self.stop = QProgressBar(textVisible=False), QPushButton()
        self.progress.setFixedWidth(120)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for view in (self.sentence, self.progress, self.stop):
            row.addWidget(view)
        self.stop.setProperty("link", True)  # low: the bar stays as high as it is
        self._waiting = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._waiting.timeout.connect(self.show)
        bar.insertPermanentWidget(1, self)  # behind the sentence, which comes first
        self.hide()
        self._retranslate()

    def begin(self, sentence: str) -> None:
        """Say what is done, if it takes long enough."""
        self.sentence.setText(sentence)
        self.progress.setAccessibleName(sentence)
        self.progress.setRange(0, 0)
        self._waiting.start()

    @Slot(int, int)
    def advance(self, done: int, total: int) -> None:
        """So much of it is done."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    @Slot()
    def end(self) -> None:
        """It is over, one way or another."""
        self._waiting.stop()
        self.hide()

    def _dress(self) -> None:
        self.setFixedHeight(5 * frame_theme(self.theme).unit)

    def _retranslate(self) -> None:
        say(self.stop, self.tr("Stop"), self.tr("Stop writing; the file stays as it was"))
