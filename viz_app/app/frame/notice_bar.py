"""Lines over the pictures: what happened and what to do; what interventions change."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QShortcut,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import light_theme
from viz_app.texts.labels import message_text, verbatim
from viz_app.texts.sentences import way_texts
from viz_app.texts.visible_token import safe, without_isolates
from viz_app.widgets.choosers import Segments, say
from viz_app.widgets.layout import Band, filled, text_label
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.snapshots.interventions import InterventionSnapshot
from viz_app.workbench.state import Notice, NoticeLevel

# ---------------------------------------------------------------------------------------- notices


_GRID = 20


class LevelMark(Themed, QWidget):
    """A disc with i, a triangle or an octagon-like square with an exclamation mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level: NoticeLevel = "info"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_level(self, level: NoticeLevel) -> None:
        self._level = level
        self.update()

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(5 * self.theme.unit, 5 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self.theme
        colours = {"info": theme.accent, "warning": theme.warning, "error": theme.danger}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / _GRID, self.height() / _GRID)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours[self._level]))
        self._paint_shape(painter)
        painter.setBrush(QColor(theme.panel))
        self._paint_sign(painter)
        painter.end()

    def _paint_shape(self, painter: QPainter) -> None:
        if self._level == "info":
            painter.drawEllipse(1, 1, 18, 18)
        elif self._level == "warning":
            painter.drawPolygon(QPolygonF([QPointF(10, 1), QPointF(19.5, 18), QPointF(0.5, 18)]))
        else:
            painter.drawRoundedRect(1, 1, 18, 18, 4, 4)

    def _paint_sign(self, painter: QPainter) -> None:
        if self._level == "info":
            dot, stroke = QRectF(9, 5, 2, 2), QRectF(9, 8.5, 2, 6.5)
        elif self._level == "warning":
            dot, stroke = QRectF(9, 14, 2, 2), QRectF(9, 7, 2, 5.5)
        else:
            dot, stroke = QRectF(9, 13, 2, 2), QRectF(9, 5, 2, 6.5)
        painter.drawRect(dot)
        painter.drawRect(stroke)


FEWEST_LINES, MOST_LINES = 2, 8
"""Lines of the details, by the height of the window."""


class NoticeBar(Themed, Translated, QFrame):
    """Shows a notice until it is dismissed.

    Signals of its buttons carry the id of the run, or the sentence, that is offered.
    """

    dismissed = Signal()
    example_requested = Signal(str)
    go_on_requested = Signal(str)
    use_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice: Notice | None = None
        self.mark = LevelMark(self)
        self.sentence = text_label(parent=self)
        self.offer_button = QPushButton(self)
        self.example_button = QPushButton(self)
        self.details_button = QPushButton(self)
        self.close_button = QPushButton(self)
        self.details = QPlainTextEdit(self)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._prepare()
        self._arrange()
        self.close_button.clicked.connect(self.dismissed)
        self.offer_button.clicked.connect(self._on_offer)
        self.example_button.clicked.connect(self._on_example)
        self._escape.activated.connect(self.dismissed)
        self.details_button.toggled.connect(self.details.setVisible)
        self._retranslate()
        self.hide()

    def event(self, event: QEvent) -> bool:
        # The widget below has no layout that would notice another height.
        around = self.parentWidget()
        if around and event.type() in {QEvent.Type.Show, QEvent.Type.LayoutRequest}:
            QCoreApplication.postEvent(around, QEvent(QEvent.Type.LayoutRequest))
        return super().event(event)

    def set_notice(self, notice: Notice | None) -> None:
        if notice == self._notice:
            return
        self._notice = notice
        self.details_button.setChecked(False)
        self._show()
        if notice is not None:
            self._announce(notice)

    def text(self) -> str:
        """The visible sentence without isolating marks; empty without a notice."""
        return without_isolates(self.sentence.text()) if self._notice else ""

    def _apply_theme(self) -> None:
        theme, unit = self.theme, self.theme.unit
        self._rows.setContentsMargins(3 * unit, 2 * unit, 2 * unit, 2 * unit)
        self._line.setSpacing(3 * unit)
        self.close_button.setIcon(themed_icon("close", theme))
        self.close_button.setIconSize(QSize(icon_size(theme), icon_size(theme)))
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(theme.small)
        self.details.setFont(font)
        line = round(1.4 * theme.small)
        self.details.setMinimumHeight(FEWEST_LINES * line)
        self.details.setMaximumHeight(MOST_LINES * line)

    def _retranslate(self) -> None:
        self.example_button.setToolTip(self.tr("Use this sentence instead"))
        self.example_button.setAccessibleDescription(self.tr("Use this sentence instead"))
        self.details_button.setText(self.tr("Details"))
        self.details_button.setToolTip(self.tr("Show what the program reported"))
        self.details_button.setAccessibleName(self.tr("Details"))
        self.details.setAccessibleName(self.tr("Details of the message"))
        self.close_button.setToolTip(self.tr("Close this message (Esc)"))
        self.close_button.setAccessibleName(self.tr("Close this message"))
        self._show()

    def _prepare(self) -> None:
        self.setProperty("panel", True)
        self.setProperty("floating", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.details_button.setCheckable(True)
        self.details.setReadOnly(True)
        self.details.setFrameShape(QFrame.Shape.NoFrame)
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setTabChangesFocus(True)
        self.details.hide()

    def _arrange(self) -> None:
        self._rows, self._line = QVBoxLayout(self), QHBoxLayout()
        self._line.addWidget(self.mark)
        self._line.addWidget(self.sentence, 1)
        buttons = (self.example_button, self.offer_button, self.details_button, self.close_button)
        for button in buttons:
            button.setProperty("compact", True)
            self._line.addWidget(button)
        self._rows.addLayout(self._line)
        self._rows.addWidget(self.details)

    def _show(self) -> None:
        notice = self._notice
        self.setVisible(notice is not None)
        if notice is None:
            return
        self.sentence.setText(self._text(notice))
        self.sentence.setAccessibleName(self._text(notice))
        self.mark.set_level(notice.level)
        self.details.setPlainText(notice.details)
        self.details_button.setVisible(bool(notice.details))
        self.offer_button.setVisible(bool(notice.use or notice.go_on))
        self._show_offer(notice)
        self.example_button.setText(verbatim(notice.example))
        self.example_button.setAccessibleName(safe(notice.example))
        self.example_button.setVisible(bool(notice.example))

    def _text(self, notice: Notice) -> str:
        # Notes, warnings and errors are on separate lines.
        prefixes = {
            "info": self.tr("Note: {sentence}"),
            "warning": self.tr("Warning: {sentence}"),
            "error": self.tr("Error: {sentence}"),
        }
        parts = notice.parts or ((notice.level, notice.message),)
        return "\n".join(
            prefixes[level].format(sentence=message_text(message)) for level, message in parts
        )

    def _show_offer(self, notice: Notice) -> None:
        button = self.offer_button
        if notice.use:
            button.setText(self.tr("Use model"))
            button.setToolTip(self.tr("Make the model of this run the current one"))
        else:
            button.setText(self.tr("Continue"))
            button.setToolTip(self.tr("Continue the interrupted run from its last save"))
        button.setAccessibleName(button.text())

    @Slot()
    def _on_offer(self) -> None:
        if self._notice is not None and self._notice.use:
            self.use_requested.emit(self._notice.use)
        elif self._notice is not None:
            self.go_on_requested.emit(self._notice.go_on)

    @Slot()
    def _on_example(self) -> None:
        if self._notice is not None:
            self.example_requested.emit(self._notice.example)

    def _announce(self, notice: Notice) -> None:
        # PySide makes these types where they are first named, in 2 ms of the start
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        event = QAccessibleAnnouncementEvent(self, self._text(notice))
        if notice.level == "error":
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


# ----------------------------------------------------------------------------------- interventions


class InterventionBar(Band, Translated, QWidget):
    """A chip that names what is changed and switches it on again, a sentence, and a switch.

    Hidden for a branch without interventions.
    """

    restored = Signal()
    way_picked = Signal()  # the other one

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: InterventionSnapshot | None = None
        self.chip = QPushButton(self)
        self.sentence = text_label(parent=self)
        self.way = Segments(light_theme(), names=("free", "same"), texts=way_texts, parent=self)
        self.chip.setProperty("chip", True)
        self.chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross is at its end
        self.sentence.setWordWrap(True)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = filled(QHBoxLayout(self), self.chip, (self.sentence, 1), self.way)
        self.chip.clicked.connect(self.restored)
        self.way.picked.connect(self._on_way)
        self.setVisible(False)

    @property
    def shows(self) -> bool:
        """Whether there are interventions to show."""
        return self._snapshot is not None

    def set_snapshot(self, snapshot: InterventionSnapshot | None) -> None:
        self._snapshot = snapshot
        self._show()

    def _on_way(self, name: str) -> None:
        shown = self._snapshot
        if shown is not None and shown.same_target != (name == "same"):
            self._show()  # it is pressed when the state says so
            self.way_picked.emit()

    def _apply_theme(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)
        self.chip.setIcon(themed_icon("close", self.theme))
        self.chip.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        shown = self._snapshot
        if shown is None:
            return
        say(self.chip, message_text(shown.name), self.tr("Switch everything on again"))
        sentence = "" if shown.sentence is None else message_text(shown.sentence)
        self.sentence.setText(sentence)
        self.way.set_current("same" if shown.same_target else "free")
        self.way.setVisible(shown.decodes)
