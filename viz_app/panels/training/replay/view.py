"""Widgets of the time-lapse."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractSlider,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from model.runs.progress import CurveColumns
from model.traces.head_measures import HEAD_NUMBERS
from model.traces.trace import Kind
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.training.replay.pictures import heads as words
from viz_app.panels.training.replay.pictures.heads import (
    HeadHistory,
    history_picture,
    mosaic_title,
)
from viz_app.panels.training.replay.pictures.strip import LossStrip, drawn_losses, loss_strip
from viz_app.panels.training.replay.room import (
    HeadHistorySnapshot,
    MomentMosaicSnapshot,
    ReplaySnapshot,
    moment_picked,
    number_picked,
    on_screen,
    probe_picked,
    replay_closed,
    replay_toggled,
)
from viz_app.panels.training.state import TrainingHandle
from viz_app.pictures.picture import scaled
from viz_app.pictures.plot import PlotAxis, curve_table
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.texts.measures import measure_explanation, measure_name
from viz_app.texts.picture_caption import compared_part, trace_sentences
from viz_app.widgets.choosers import CalmCombo, KindCombo, KindPills, Segments, set_tab_order
from viz_app.widgets.layout import filled, tell
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Pictured, Themed, Translated
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.state import Cell

# ------------------------------------------------------------------------------------ replay strip


HEIGHT, LOW_HEIGHT = 68, 56
"""In px at 100 % of the strip beside other panels: usually, and where there is little room."""

TALL = 136
"""In px at 100 % of the time-lapse's own strip: its curve has at least 96 of them."""

PAGE = 10
"""Moments that Page Up and Page Down move by."""


class ReplayStrip(Pictured, Themed, Translated, QAbstractSlider):
    """The loss curve of a run as a slider; its value is the index of the moment."""

    def __init__(self, theme: Theme, room: TrainingHandle, *, tall: bool = False) -> None:
        super().__init__()
        self._tall = tall
        self.theme, self._toggle, self._compact = theme, room.does(replay_toggled), False
        self._snapshot: ReplaySnapshot | None = None
        self._curves: tuple[CurveColumns, ...] = ()
        self._layout: LossStrip | None = None
        self._backdrop: QPixmap | None = None
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setPageStep(PAGE)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._retranslate()
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        old, self._snapshot = self._snapshot, snapshot
        if _scene(old) != _scene(snapshot):
            curves = (snapshot.curve, snapshot.compared_curve) if snapshot else ()
            self._curves = tuple(
                CurveColumns(curve) for place, curve in enumerate(curves) if curve or not place
            )
            self._lay_out_again()
        count = len(snapshot.updates) if snapshot else 1
        with QSignalBlocker(self):
            self.setRange(0, count - 1)
            self.setValue(snapshot.index if snapshot else 0)
        self.setEnabled(count > 1)
        self._describe()
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self.updateGeometry()

    def shown_values(self) -> Tables:
        shown = self._snapshot
        if shown is None:
            return ()
        losses = drawn_losses(shown, self._curves)
        named = curve_table(losses, PlotAxis(), name=words.losses_title())
        return (*((named,) if losses else ()), words.moments_table(shown))

    def caption_parts(self) -> tuple[str, ...]:
        other = self._snapshot.compared if self._snapshot else ""
        return (words.losses_title(), *compared_part(other))

    def layout_now(self) -> LossStrip | None:
        if self._layout is None and self._snapshot is not None:
            rect = QRectF(self.rect())
            self._layout = loss_strip(rect, self._snapshot, self._curves, self.theme)
        return self._layout

    def sizeHint(self) -> QSize:
        height = TALL if self._tall else LOW_HEIGHT if self._compact else HEIGHT
        return scaled((360, height), self.theme)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(160 * self.theme.scale), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, layout, snapshot = self.theme, self.layout_now(), self._snapshot
        with QPainter(self) as painter:
            if layout is None or snapshot is None:
                painter.setPen(QColor(theme.soft_text))
                painter.setFont(theme.font(theme.small))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words.no_moments())
                return
            painter.drawPixmap(0, 0, self._backdrop_now(layout))
            layout.paint_cursor(painter, snapshot)
            if self.hasFocus():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(QColor(theme.accent), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                ring = QRectF(self.rect()).adjusted(1, layout.line.height(), -1, -1)
                painter.drawRoundedRect(ring, theme.small_radius, theme.small_radius)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._toggle()
        elif event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()  # with Ctrl or Alt they are the window's
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
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
        # Scrolls the surrounding area, so that the moment is not changed by accident.
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        tell(self, "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out_again()

    def _apply_theme(self) -> None:
        self._lay_out_again()
        self.updateGeometry()
        self.update()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Moment of the training"))
        self._lay_out_again()
        self._describe()

    def _lay_out_again(self) -> None:
        self._layout = self._backdrop = None

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

    def _backdrop_now(self, layout: LossStrip) -> QPixmap:
        ratio, kept = self.devicePixelRatioF(), self._backdrop
        if kept is None or kept.devicePixelRatio() != ratio:
            self._backdrop = kept = QPixmap(self.size() * ratio)
            kept.setDevicePixelRatio(ratio)
            kept.fill(Qt.GlobalColor.transparent)
            with QPainter(kept) as painter:
                layout.paint_backdrop(painter)
        return kept


def _scene(snapshot: ReplaySnapshot | None) -> object:
    """All that the layout depends on."""
    if snapshot is None:
        return None
    curves = (snapshot.curve, snapshot.compared_curve)
    return (*curves, snapshot.updates, snapshot.epochs, snapshot.live)


# -------------------------------------------------------------------------------------- replay bar
# The bar of a time-lapse: play, the loss curve to move along, the sentence, and the way back.


CHARACTERS, FEW_CHARACTERS = 12, 6
"""Shown characters of a sentence while the list is closed: usually, and in a narrow bar."""

NARROW = 640
"""Below this width, in px at 100 %, the bar is reduced to give the curve room."""


class ReplayBar(Themed, Translated, QFrame):
    """Shows the position of a time-lapse, with controls to change it.

    It also stands in the frame of the window, and so follows the theme and the language.
    """

    def __init__(
        self,
        theme: Theme,
        room: TrainingHandle,
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """A ``closable`` bar, beside other panels, has a button back to the own translation."""
        super().__init__(parent)
        self.theme = theme
        self._playing = False
        self.play, self.close_button = QPushButton(self), QPushButton(self)
        self.save = QPushButton(self)
        self.strip = ReplayStrip(theme, room, tall=not closable)
        self.probes = CalmCombo(self, characters=CHARACTERS)
        self.close_button.setVisible(closable)
        self.setProperty("panel", True)
        self.probes.setProperty("compact", True)
        for button in (self.play, self.save, self.close_button):
            button.setProperty("flat_icon", True)
        parts = (self.play, self.strip, self.probes, self.save, self.close_button)
        self._row = QHBoxLayout(self)
        for part in parts:
            self._row.addWidget(part, 1 if part is self.strip else 0)
        set_tab_order(parts)
        self.play.clicked.connect(room.does(replay_toggled))
        self.strip.valueChanged.connect(room.does(moment_picked))
        self.probes.activated.connect(room.does(probe_picked))
        self.save.clicked.connect(room.animate)
        self.close_button.clicked.connect(room.does(replay_closed))
        self._retranslate()
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        self.strip.set_snapshot(snapshot)
        sources = snapshot.sources if snapshot else ()
        self.probes.show_entries(sources, snapshot.probe if snapshot else -1)
        self.probes.setVisible(len(sources) > 1)
        self._explain_probes()
        self.play.setEnabled(snapshot is not None and len(snapshot.updates) > 1)
        self.save.setEnabled(snapshot is not None)
        playing = snapshot is not None and snapshot.playing
        if playing != self._playing:
            self._playing = playing
            self._show_play()

    def set_compact(self, *, compact: bool) -> None:
        self.strip.set_compact(compact=compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _apply_theme(self) -> None:
        unit, size = self.theme.unit, icon_size(self.theme)
        self._row.setContentsMargins(3 * unit, unit, 3 * unit, unit)
        self._row.setSpacing(3 * unit)
        for button in (self.play, self.save, self.close_button):
            button.setIconSize(QSize(size, size))
        self.save.setIcon(themed_icon("save", self.theme))
        self.close_button.setIcon(themed_icon("close", self.theme))
        self._fit()
        self._show_play()

    def _retranslate(self) -> None:
        self.probes.setAccessibleName(self.tr("Sentence"))
        self._explain_probes()
        _name_icon(self.close_button, self.tr("Back to your own sentence"))
        _name_icon(self.save, self.tr("Save the time-lapse as MP4 or GIF"))
        self._show_play()

    def _fit(self) -> None:
        narrow = self.width() < NARROW * self.theme.scale
        self.probes.setMinimumContentsLength(FEW_CHARACTERS if narrow else CHARACTERS)
        self.probes.setFixedWidth(self.probes.sizeHint().width())  # Qt keeps the old minimum

    def _explain_probes(self) -> None:
        explained = self.tr(
            "The sentence whose attention is recorded. Its target is given (teacher forcing), so "
            "every moment has the same rows and columns"
        )
        sentence = self.probes.currentText()
        self.probes.setToolTip(tool_tip(f"{sentence}\n{explained}" if sentence else explained))

    def _show_play(self) -> None:
        self.play.setIcon(themed_icon("pause" if self._playing else "play", self.theme))
        _name_icon(self.play, self.tr("Pause") if self._playing else self.tr("Play the training"))


def _name_icon(button: QPushButton, text: str) -> None:
    button.setAccessibleName(text)
    button.setToolTip(tool_tip(text))


# --------------------------------------------------------------------------------- titled pictures
# A title that is cut off where there is no room for it, over a picture.


LEAST = 0.5
"""A title of which less than this share fits is left out."""


class ShortTitle(QLabel):
    """Shows as much of a text as fits, or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self.setProperty("role", "title")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_title(self, title: str) -> None:
        self._whole = title
        self.setToolTip(tool_tip(title))
        self.setAccessibleName(title)
        self._fit()

    def title(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._whole) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, mode = self.fontMetrics(), Qt.TextElideMode.ElideRight
        room = max(self.width(), 0)
        enough = room >= LEAST * metrics.horizontalAdvance(self._whole)
        self.setText(metrics.elidedText(self._whole, mode, room) if enough else "")


def _titled(frame: QFrame, theme: Theme, *heading: QWidget, picture: QWidget) -> None:
    """Lay out a picture below its title with the choices beside that."""
    unit = theme.unit
    title, *choices = heading
    head = filled(
        QHBoxLayout(), (title, 1), *choices, spacing=2 * unit, margins=(4 * unit, 0, 4 * unit, 0)
    )
    frame.setProperty("panel", True)
    filled(QVBoxLayout(frame), head, (picture, 1), spacing=0, margins=(1, 2 * unit, 1, 1))


class HeadHistoryView(QFrame):
    """All heads over time, with a choice of kind and measure; a click or key picks a head."""

    def __init__(
        self, theme: Theme, room: TrainingHandle, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._pick = room.does(on_screen(head_picked))
        self._snapshot: HeadHistorySnapshot | None = None
        self.title, self.kinds = ShortTitle(), KindCombo()
        self.numbers = Segments(theme, names=HEAD_NUMBERS, texts=_number_texts)
        self.picture = PictureView(theme, of=HeadHistory, picks=True)
        _titled(self, theme, self.title, self.kinds, self.numbers, picture=self.picture)
        self.numbers.picked.connect(room.does(number_picked))
        self.kinds.kind_picked.connect(self._on_kind)
        self.picture.picked.connect(self._on_picked)
        self._show()

    def set_snapshot(self, snapshot: HeadHistorySnapshot | None) -> None:
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._show()

    def _show(self) -> None:
        shown = self._snapshot
        self.picture.set_picture(None if shown is None else history_picture(shown))
        for part in (self.picture, self.numbers, self.kinds):
            part.setEnabled(shown is not None)
        if shown is not None:
            self.kinds.show_kind(shown.kind)
            self.numbers.set_current(shown.number)
        self.title.set_title(words.no_moments() if shown is None else words.history_title())

    def _on_kind(self, kind: Kind) -> None:
        # Selects the head with the same layer and number.
        if self._snapshot is not None:
            self._pick(kind, self._snapshot.layer, self._snapshot.head)

    def _on_picked(self, spot: Cell) -> None:
        picture = self.picture.picture
        if isinstance(picture, HeadHistory):
            self._pick(picture.snapshot.kind, *picture.head_at(spot))


def _number_texts() -> Mapping[str, tuple[str, str]]:
    return {number: (measure_name(number), measure_explanation(number)) for number in HEAD_NUMBERS}


class MomentMosaic(QFrame):
    """All heads of a kind at the shown moment, with a choice of the kind; live during training."""

    def __init__(
        self, theme: Theme, room: TrainingHandle, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title, self.pills = ShortTitle(), KindPills(theme)
        self.mosaic = MosaicView(theme, tokens=True)
        _titled(self, theme, self.title, self.pills, picture=self.mosaic)
        self.pills.kind_picked.connect(room.does(on_screen(kind_picked)))
        self.mosaic.head_picked.connect(room.does(on_screen(head_picked)))
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: MomentMosaicSnapshot | None) -> None:
        self.mosaic.set_snapshot(snapshot.mosaic if snapshot else None)
        for part in (self.mosaic, self.pills):
            part.setEnabled(snapshot is not None)
        self.mosaic.extra_caption = (trace_sentences(snapshot.mosaic.trace),) if snapshot else ()
        if snapshot is not None:
            self.pills.show_kind(snapshot.mosaic.kind, kinds=snapshot.kinds)
        self.title.set_title(words.no_moments() if snapshot is None else mosaic_title(snapshot))
