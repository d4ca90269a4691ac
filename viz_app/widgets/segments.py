"""Buttons in a row, one of which is pressed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.buttons import TabToChecked
from viz_app.widgets.filled import filled
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class Segments(Themed, Translated, QWidget):
    """A choice of one of a few; ``picked`` has the name of the button that the user pressed."""

    picked = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        names: Sequence[str],
        texts: Callable[[], Mapping[str, tuple[str, str]]],
        spoken: Callable[[str], str] = str,
        parent: QWidget | None = None,
    ) -> None:
        """The first is pressed.

        Args:
            theme: for spacing.
            names: of the buttons, from left to right.
            texts: gives each button's text and tool tip in the current language.
            spoken: what a screen reader says of a text.
            parent: of this widget.
        """
        super().__init__(parent)
        self._texts, self._spoken = texts, spoken
        self._group = QButtonGroup(self)
        self._buttons = {name: self._button(name) for name in names}
        self._row = filled(QHBoxLayout(self), *self._buttons.values())
        self._group.buttonClicked.connect(self._pick)
        TabToChecked(self._group)
        self.set_current(names[0])
        self.refresh()
        self.set_theme(theme)

    def set_current(self, name: str) -> None:
        """Press a button; does not modify state."""
        self._buttons[name].setChecked(True)

    def current(self) -> str:
        """The button that is pressed."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def button(self, name: str) -> QPushButton:
        """The button of a name."""
        return self._buttons[name]

    def _dress(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def refresh(self) -> None:
        """Ask for the texts again."""
        texts = self._texts()
        for name, button in self._buttons.items():
            text, tip = texts[name]
            button.setText(text)
            button.setToolTip(tool_tip(tip))
            button.setAccessibleName(self._spoken(text))
            button.setAccessibleDescription(tip)

    def _retranslate(self) -> None:
        self.refresh()

    def _button(self, name: str) -> QPushButton:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setProperty("name", name)
        self._group.addButton(button)
        return button

    def _pick(self, button: QAbstractButton) -> None:
        self.picked.emit(str(button.property("name")))
