"""The loss curve as a slider over the moments of a run."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip

from model.runs.curve import CurveColumns
from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.painting.strip import (
    StripLayout,
    drawn_losses,
    layout_strip,
    paint_backdrop,
    paint_cursor,
)
from viz_app.panels.training.replay.snapshot import ReplaySnapshot
from viz_app.panels.training.replay.texts import replay as words
from viz_app.pictures.curves import PlotAxis, curve_table
from viz_app.storage.value_tables import Tables
from viz_app.texts.picture_caption import compared_part
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.status_line import tell
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated

HEIGHT, LOW_HEIGHT = 68, 56
"""In px at 100 %: usually, and where there is little room."""

PAGE = 10
"""Moments that Page Up and Page Down move by."""


class ReplayStrip(Pictured, Themed, Translated, QAbstractSlider):
    """A slider whose groove is the loss curve; its value is the index of the moment."""

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        """Nothing to move along."""
        super().__init__()
        self.theme, self._intents, self._compact = theme, intents, False
        self._snapshot: ReplaySnapshot | None = None
        self._curves: tuple[CurveColumns, ...] = ()
        self._layout: StripLayout | None = None
        self._backdrop: QPixmap | None = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setPageStep(PAGE)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._retranslate()
        self._show()

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        """Show where a run's time-lapse is; does not modify state."""
        old, self._snapshot = self._snapshot, snapshot
        if _scene(old) != _scene(snapshot):
            self._layout = self._backdrop = None
            self._curves = ()
        self._show()

    def _dress(self) -> None:
        self._layout = self._backdrop = None
        self.updateGeometry()
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        """Be lower where there is little room."""
        self._compact = compact
        self.updateGeometry()

    def shown_values(self) -> Tables:
        """The losses of the runs, and the moments."""
        shown = self._snapshot
        if shown is None:
            return ()
        losses = drawn_losses(shown, self._columns())
        named = curve_table(losses, PlotAxis(), name=words.losses_title())
        return (*((named,) if losses else ()), words.moments_table(shown))

    def caption_parts(self) -> tuple[str, ...]:
        """What it is of, and which other run is drawn."""
        other = self._snapshot.compared if self._snapshot else ""
        return (words.losses_title(), *compared_part(other))

    def layout_now(self) -> StripLayout | None:
        """Where everything is; None while there is nothing."""
        if self._layout is None and self._snapshot is not None:
            self._layout = layout_strip(
                QRectF(self.rect()), self._snapshot, self._columns(), self.theme
            )
        return self._layout

    def sizeHint(self) -> QSize:
        """As low as the curve can still be read."""
        height = LOW_HEIGHT if self._compact else HEIGHT
        return QSize(round(360 * self.theme.scale), round(height * self.theme.scale))

    def minimumSizeHint(self) -> QSize:
        """The same height."""
        return QSize(round(160 * self.theme.scale), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kept backdrop, and the cursor on it."""
        with QPainter(self) as painter:
            layout, snapshot = self.layout_now(), self._snapshot
            if layout is None or snapshot is None:
                painter.setPen(QColor(self.theme.soft_text))
                painter.setFont(self.theme.font(self.theme.small))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words.no_moments())
                return
            painter.drawPixmap(0, 0, self._backdrop_now(layout, snapshot))
            paint_cursor(painter, layout, snapshot, self._columns()[0], self.theme)
            if self.hasFocus():
                self._paint_ring(painter, layout)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home, End, Page Up and Page Down move; Space plays."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._intents.play_toggled.emit()
            return
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()  # with Ctrl or Alt they are the window's
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the moment under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """With the button down go along, else say what is there."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position())
            return
        layout, snapshot = self.layout_now(), self._snapshot
        if layout is None or snapshot is None:
            return
        sentence = words.moment_sentence(snapshot, layout.axis.index_at(event.position().x()))
        tell(self, sentence)
        tip = f"{sentence}\n{words.strip_hint()}"
        QToolTip.showText(event.globalPosition().toPoint(), tool_tip(tip), self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what is around: nobody changes the moment by accident."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        tell(self, "")

    def resizeEvent(self, event: object) -> None:
        """Everything is elsewhere."""
        self._layout = self._backdrop = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        self.update()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Moment of the training"))
        self._layout = self._backdrop = None
        self._describe()

    def _show(self) -> None:
        count = len(self._snapshot.updates) if self._snapshot else 1
        with QSignalBlocker(self):
            self.setRange(0, count - 1)
            self.setValue(self._snapshot.index if self._snapshot else 0)
        self.setEnabled(count > 1)
        self._describe()
        self.update()

    def _describe(self) -> None:
        sentence = words.replay_sentence(self._snapshot) if self._snapshot else words.no_moments()
        if sentence == self.accessibleDescription():
            return
        self.setAccessibleDescription(sentence)
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def _go_to(self, point: QPointF) -> None:
        layout = self.layout_now()
        if layout is not None:
            self.setValue(layout.axis.index_at(point.x()))

    def _columns(self) -> tuple[CurveColumns, ...]:
        if not self._curves and self._snapshot is not None:
            others = (self._snapshot.compared_curve,) if self._snapshot.compared_curve else ()
            self._curves = tuple(CurveColumns(curve) for curve in (self._snapshot.curve, *others))
        return self._curves

    def _backdrop_now(self, layout: StripLayout, snapshot: ReplaySnapshot) -> QPixmap:
        ratio = self.devicePixelRatioF()
        kept = self._backdrop
        if kept is None or kept.devicePixelRatio() != ratio:
            kept = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
            kept.setDevicePixelRatio(ratio)
            kept.fill(Qt.GlobalColor.transparent)
            with QPainter(kept) as painter:
                paint_backdrop(painter, layout, snapshot, self._columns(), self.theme)
            self._backdrop = kept
        return kept

    def _paint_ring(self, painter: QPainter, layout: StripLayout) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = self.theme.small_radius
        ring = QRectF(self.rect()).adjusted(1, layout.line.height(), -1, -1)
        painter.drawRoundedRect(ring, radius, radius)


def _scene(snapshot: ReplaySnapshot | None) -> object:
    """What the backdrop is made of."""
    if snapshot is None:
        return None
    curves = (snapshot.curve, snapshot.compared_curve)
    return (*curves, snapshot.updates, snapshot.epochs, snapshot.live)
