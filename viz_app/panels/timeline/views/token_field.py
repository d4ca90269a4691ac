"""A small field to type another token into."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from viz_app.design.theme import Theme
from viz_app.widgets.step_keys import StepKeys
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

LONGEST = 1000
"""Characters that the field takes; what is too long for the model is for the model to say."""

LOW = 5
"""Its height in units: low enough to stand over the bars."""


class TokenField(Themed, Translated, QLineEdit):
    """Return asks for what was typed; the keys of the steps are the window's until then."""

    token_typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Empty."""
        super().__init__(parent)
        self.setProperty("compact", True)
        self.setProperty("role", "sentence")
        self.setMaxLength(LONGEST)
        StepKeys(self, lambda: bool(self.text()))
        self.returnPressed.connect(self._on_return)
        self._retranslate()

    def _dress(self) -> None:
        self.setMinimumWidth(16 * self.theme.unit)
        self.setStyleSheet(low_style("QLineEdit", self.theme))

    def _retranslate(self) -> None:
        self.setPlaceholderText(self.tr("another token…"))
        self.setAccessibleName(self.tr("Another token"))
        self.setToolTip(
            self.tr("Type one or more words in place of this token; Return decodes on from there")
        )

    @Slot()
    def _on_return(self) -> None:
        if self.text().strip():
            self.token_typed.emit(self.text())


def low_style(widget: str, theme: Theme) -> str:
    """A style sheet for a kind of widget in the line over the bars: small text, and low."""
    height, padding = LOW * theme.unit, 2 * theme.unit
    return (
        f"{widget} {{ min-height: {height}px; padding: 0 {padding}px;"
        f" font-size: {theme.small}px; }}"
    )
