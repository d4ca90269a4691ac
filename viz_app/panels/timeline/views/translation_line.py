"""The translation as text, with a way to copy it or to give a target of one's own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from model.traces.trace import StopReason
from viz_app.design.icons import icon_size, themed_icon
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.snapshot import WrittenAs
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.labels import text_label
from viz_app.widgets.step_keys import StepKeys
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

LONGEST = 20_000
"""Characters of a given target; what is too long for the model is for the model to say."""


class TranslationLine(Themed, Translated, QWidget):
    """Text to be copied, or edited while a target is given: Return sends, Escape leaves it.

    A target that is refused is there again as it was typed, with the keyboard where it was.
    """

    editing_changed = Signal()

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """No translation."""
        super().__init__(parent)
        self.intents = intents
        self._translation = self._draft = self._refused = ""
        self._given = False
        self._written: WrittenAs = "translation"
        self._cursor = 0
        self.caption, self.stop_label = text_label(parent=self), text_label(parent=self)
        self.text = QLineEdit(self, readOnly=True)
        self.copy, self.target = QPushButton(self), QPushButton(self)
        StepKeys(self.text, lambda: self.editing)
        self._arrange()
        self._connect()
        self.set_translation("", "running")
        self._retranslate()

    @property
    def editing(self) -> bool:
        """Whether a target is being given."""
        return not self.text.isReadOnly()

    def set_translation(self, translation: str, stop: StopReason) -> None:
        """Show the target text so far; what is being typed stays."""
        if translation != self._translation:
            self._translation, self._draft = translation, ""
            if not self.editing:
                self._show_translation()
        self.copy.setEnabled(bool(translation))
        self.stop_label.setVisible(stop == "length limit")

    def set_written(self, written: WrittenAs) -> None:
        """Call the text what it is."""
        if written != self._written:
            self._written = written
            self._retranslate()

    def set_given(self, *, given: bool) -> None:
        """Say that the text is no translation but a target that was given, or not."""
        if given != self._given:
            self._given = given
            self._show_texts()

    def set_refused(self, target: str) -> None:
        """Let a target be mended that the model cannot write; empty: none was refused."""
        before, self._refused = self._refused, target
        if not target or target == before or self.editing:
            return
        here = self.window().focusWidget() in {None, self.text, self.target}
        self._set_editing(editing=True)
        self.text.setText(target)
        self.text.setCursorPosition(self._cursor)
        if here:
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_available(self, *, available: bool) -> None:
        """Let a target be given, or not."""
        self.target.setEnabled(available)

    def _dress(self) -> None:
        theme = self.theme
        self._row.setSpacing(2 * theme.unit)
        self.copy.setIcon(themed_icon("copy", theme))
        self.copy.setIconSize(QSize(icon_size(theme), icon_size(theme)))

    @Slot()
    def copy_translation(self) -> None:
        """Put the translation on the clipboard."""
        QGuiApplication.clipboard().setText(self._translation)

    @Slot()
    def edit_target(self) -> None:
        """Let the user give a target, beginning with the translation or the last one refused."""
        if not self.target.isEnabled():
            return
        self._set_editing(editing=True)
        self.text.setText(self._draft or self._translation)
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape leaves the target."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if self.editing and escape and event.type() == QEvent.Type.KeyPress:
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _retranslate(self) -> None:
        translates = self._written == "translation"
        copy = self.tr("Copy the translation") if translates else self.tr("Copy the text")
        self.copy.setAccessibleName(copy)
        self.copy.setToolTip(tool_tip(copy))
        self.target.setHidden(self._written == "places")
        self.stop_label.setText(self.tr("Stopped at the length limit"))
        self.stop_label.setToolTip(
            self.tr("The translation reached its longest length before the model ended it")
            if translates
            else self.tr("The text reached its longest length before the model ended it")
        )
        self._show_texts()

    def _arrange(self) -> None:
        self.caption.setProperty("role", "small")
        self.stop_label.setProperty("role", "warning")
        self.text.setProperty("role", "sentence")
        self.text.setMaxLength(LONGEST)
        for widget in (self.text, self.copy, self.target):
            widget.setProperty("compact", True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.caption)
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.copy)
        self._row.addWidget(self.target)
        self._row.addWidget(self.stop_label)

    def _connect(self) -> None:
        self.copy.clicked.connect(self.copy_translation)
        self.target.clicked.connect(self._on_button)
        self.text.returnPressed.connect(self._on_return)
        self.text.installEventFilter(self)

    def _show_texts(self) -> None:
        editing = self.editing
        names = {
            "translation": self.tr("Translation"),
            "text": self.tr("Text"),
            "places": self.tr("Filled in"),
        }
        written = self.tr("Given target") if self._given else names[self._written]
        self.caption.setText(self.tr("Target") if editing else written)
        self.text.setAccessibleName(self.caption.text())
        self.text.setToolTip(
            self.tr("Type a target; Return shows how probable the model finds it, Esc cancels")
            if editing
            else self.tr("As text, to select and copy")
        )
        self.text.setPlaceholderText(
            self.tr("Type a target sentence")
            if editing
            else self.tr("The model’s answer appears here")
        )
        self.target.setText(self.tr("Use target") if editing else self.tr("Own target…"))
        self.target.setAccessibleName(self.target.text())
        self.target.setToolTip(
            self.tr("Teacher forcing: give a target and see its attention and log-probabilities")
        )

    def _show_translation(self) -> None:
        self.text.setText(self._translation)
        self.text.setCursorPosition(0)

    def _set_editing(self, *, editing: bool) -> None:
        self.text.setReadOnly(not editing)
        self._show_texts()
        self.editing_changed.emit()

    def _leave(self) -> None:
        self._set_editing(editing=False)
        self._show_translation()

    @Slot()
    def _on_button(self) -> None:
        if self.editing:
            self._on_return()
        else:
            self.edit_target()

    @Slot()
    def _on_return(self) -> None:
        if not self.editing:
            return
        typed, self._cursor = self.text.text().strip(), self.text.cursorPosition()
        self._leave()
        if typed:
            self._draft = typed
            self.intents.target_given.emit(typed)
