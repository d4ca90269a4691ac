"""A title that is cut off where there is no room for it, over a picture."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from viz_app.texts.token_text import tool_tip
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

LEAST = 0.5
"""A title of which less than this share has room says nothing any more, and is left out."""


class ShortTitle(QLabel):
    """Shows as much of a text as fits, or nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty."""
        super().__init__(parent)
        self._whole = ""
        self.setProperty("role", "title")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_title(self, title: str) -> None:
        """Show a text; does not modify state."""
        self._whole = title
        self.setToolTip(tool_tip(title))
        self.setAccessibleName(title)
        self._fit()

    def title(self) -> str:
        """The whole text."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        width = self.fontMetrics().horizontalAdvance(self._whole) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """As narrow as need be."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More of the text, or less."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, mode = self.fontMetrics(), Qt.TextElideMode.ElideRight
        room = max(self.width(), 0)
        enough = room >= LEAST * metrics.horizontalAdvance(self._whole)
        self.setText(metrics.elidedText(self._whole, mode, room) if enough else "")


class TitledPart(Themed, Translated, QFrame):
    """A picture below a title with choices beside it."""

    def _arrange(self, title: ShortTitle, *choices: QWidget, picture: QWidget) -> None:
        self.setProperty("panel", True)
        self._rows, self._heading = QVBoxLayout(self), QHBoxLayout()
        self._heading.addWidget(title, 1)
        for choice in choices:
            self._heading.addWidget(choice)
        self._rows.addLayout(self._heading)
        self._rows.addWidget(picture, 1)

    def _dress(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(1, 2 * unit, 1, 1)
        self._rows.setSpacing(0)
        self._heading.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        self._heading.setSpacing(2 * unit)
