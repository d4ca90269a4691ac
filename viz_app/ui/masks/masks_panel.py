"""The mask tab: a batch of one or two sentences and what each mask forbids."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viz_app.state.masks_view import MasksSnapshot
from viz_app.ui.design.theme import Theme
from viz_app.ui.masks.batch_view import BatchView
from viz_app.ui.masks.mask_legend import MaskLegend
from viz_app.ui.masks.masks_view import MasksView
from viz_app.ui.widgets.framed import framed


class MasksPanel(QStackedWidget):
    """Shows the masks that a padded batch is read with.

    Signals:
        companion_changed: the second sentence, when it was edited.
        sentence_changed: what is under the mouse in words, for a status line.
    """

    companion_changed = Signal(str)
    sentence_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: MasksSnapshot | None = None
        self.batch, self.masks = BatchView(theme), MasksView(theme)
        self.companion = QLineEdit()
        self._companion_label, self._batch_label = QLabel(), QLabel()
        self._choice = QButtonGroup(self)
        self._legend = MaskLegend(theme)
        self._placeholder = QLabel()
        self._placeholder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._placeholder.setProperty("role", "soft")
        self._content, self._head, self._batch_frame = QWidget(), QWidget(), QFrame()
        self._arrange()
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def set_snapshot(self, snapshot: MasksSnapshot) -> None:
        """Show a batch; does not modify state."""
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        if not self.companion.hasFocus() or not self.companion.isModified():
            self.companion.setText(snapshot.companion)
        self.batch.set_record(snapshot.record)
        self._fit_choice()
        self._show_sentence()
        self.setCurrentWidget(self._content if snapshot.record else self._placeholder)

    def set_theme(self, theme: Theme) -> None:
        """Colours, sizes and spacing."""
        unit = theme.unit
        for view in (self.batch, self.masks, self._legend):
            view.set_theme(theme)
        for widget, margin in ((self._content, 0), (self._head, 0), (self._batch_frame, 4 * unit)):
            layout = widget.layout()
            if layout is not None:
                layout.setContentsMargins(margin, margin, margin, margin)
                layout.setSpacing(3 * unit)
        self.companion.setMinimumWidth(60 * unit)

    def sentence(self) -> int:
        """Which sentence of the batch is in view, from 0."""
        return max(0, min(self._choice.checkedId(), self._sentences() - 1))

    def changeEvent(self, event: QEvent) -> None:
        """Texts in another language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._show_sentence()
        super().changeEvent(event)

    def _arrange(self) -> None:
        self._arrange_head()
        self._arrange_batch()
        column = QVBoxLayout(self._content)
        column.addWidget(self._head)
        column.addWidget(self._batch_frame)
        column.addWidget(framed(self.masks), 1)
        self.addWidget(self._placeholder)
        self.addWidget(self._content)

    def _arrange_head(self) -> None:
        head = QHBoxLayout(self._head)
        for index in range(2):
            button = QPushButton()
            button.setCheckable(True)
            button.setChecked(index == 0)
            button.setProperty("segment", True)
            self._choice.addButton(button, index)
            head.addWidget(button)
        head.addWidget(self._legend, 1)
        head.addWidget(self._companion_label)
        head.addWidget(self.companion)
        self._companion_label.setProperty("role", "small")
        self._companion_label.setBuddy(self.companion)
        self.companion.setProperty("compact", True)
        self.companion.setProperty("role", "sentence")

    def _arrange_batch(self) -> None:
        batch = QVBoxLayout(self._batch_frame)
        batch.addWidget(self._batch_label)
        batch.addWidget(self.batch)
        self._batch_label.setProperty("role", "small")
        self._batch_frame.setProperty("panel", True)

    def _connect(self) -> None:
        self.companion.editingFinished.connect(self._submit)
        self._choice.idClicked.connect(self._show_sentence)
        self.batch.sentence_clicked.connect(self._pick_sentence)
        self.batch.sentence_changed.connect(self.sentence_changed)
        self.masks.sentence_changed.connect(self.sentence_changed)

    def _submit(self) -> None:
        if self.companion.isModified():
            self.companion.setModified(False)
            self.companion_changed.emit(self.companion.text())

    def _sentences(self) -> int:
        """How many sentences the batch has: one while there is no companion."""
        record = self._snapshot.record if self._snapshot else None
        return len(record.src_tokens) if record else 1

    def _fit_choice(self) -> None:
        """Let no sentence be chosen that the batch does not have."""
        for index in range(2):
            self._choice.button(index).setEnabled(index < self._sentences())
        self._choice.button(self.sentence()).setChecked(True)

    def _pick_sentence(self, sentence: int) -> None:
        self._choice.button(sentence).setChecked(True)
        self._show_sentence()

    def _show_sentence(self) -> None:
        record = self._snapshot.record if self._snapshot else None
        self.masks.set_record(record, self.sentence())

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Translate a sentence to see its masks."))
        self._batch_label.setText(
            self.tr("The batch: shorter sentences are padded to the length of the longest")
        )
        self._companion_label.setText(self.tr("Second sentence"))
        self.companion.setAccessibleName(self.tr("Second sentence of the batch"))
        self.companion.setToolTip(
            self.tr("Another sentence, to see how a batch is padded; press Enter to use it")
        )
        for index in range(2):
            button = self._choice.button(index)
            button.setText(self.tr("Sentence {number}").format(number=index + 1))
            button.setToolTip(self.tr("Show the masks of this sentence of the batch"))
