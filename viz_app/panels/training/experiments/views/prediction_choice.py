"""The predictions of an experiment: one is picked, and later one is marked as right."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QRadioButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.training.experiments.views.wrapped_label import WrappedLabel
from viz_app.widgets.themed import Themed

RIGHT_MARK = "✓"


class PredictionChoice(Themed, QWidget):
    """Radio buttons with texts that wrap.

    Signals:
        picked: the name of the option that the user has chosen.
    """

    picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Nothing to choose from yet."""
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._options: dict[str, _Option] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._group.buttonClicked.connect(self._on_clicked)
        self.set_theme(theme)

    def set_options(self, texts: Mapping[str, str]) -> None:
        """Offer options by name; shows, never modifies state."""
        if list(texts) != list(self._options):
            self._replace_options(texts)
        for name, text in texts.items():
            self._options[name].set_text(text)

    def set_choice(self, picked: str | None, *, right: str | None, locked: bool) -> None:
        """Show what is picked and what is right; shows, never modifies state."""
        self._group.setExclusive(False)  # else a button could not be let go
        for name, option in self._options.items():
            option.radio.setChecked(name == picked)
            option.radio.setEnabled(not locked)
            option.set_right(name == right)
        self._group.setExclusive(True)

    def radio(self, name: str) -> QRadioButton:
        """The button of an option."""
        return self._options[name].radio

    def label(self, name: str) -> QLabel:
        """The text of an option."""
        return self._options[name].label

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)

    def _replace_options(self, texts: Mapping[str, str]) -> None:
        for option in self._options.values():
            self._group.removeButton(option.radio)
            self._rows.removeWidget(option)
            option.setParent(None)
            option.deleteLater()
        self._options = {name: _Option(self.theme, self) for name in texts}
        for option in self._options.values():
            self._group.addButton(option.radio)
            self._rows.addWidget(option)

    def _on_clicked(self, radio: QRadioButton) -> None:
        for name, option in self._options.items():
            if option.radio is radio:
                self.picked.emit(name)


class _Option(Themed, QWidget):
    """A radio button whose text may have several lines: Qt's own have one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.radio, self.label = QRadioButton(), WrappedLabel()
        self._text, self._right = "", False
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.radio, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self.label, 1)
        self.set_theme(theme)

    def set_text(self, text: str) -> None:
        """Words of the prediction, without a mark."""
        self._text = text
        self._show()

    def set_right(self, right: bool) -> None:
        """Mark the prediction as the one that came true."""
        self._right = right
        self._show()

    def _dress(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The text is part of the button."""
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.radio.click()
        super().mouseReleaseEvent(event)

    def _show(self) -> None:
        text = f"{self._text} {RIGHT_MARK}" if self._right else self._text
        self.label.setText(text)
        self.radio.setAccessibleName(text)
