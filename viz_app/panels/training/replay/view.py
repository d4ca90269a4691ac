"""Widgets of the time-lapse."""

from __future__ import annotations

from collections.abc import Mapping

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
from model.traces.moment import HEAD_NUMBERS
from model.traces.trace import Kind
from viz_app.design.icons import icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.training.intents import TrainingIntents
from viz_app.panels.training.replay.pictures import heads as words
from viz_app.panels.training.replay.pictures.heads import (
    HistoryLayout,
    history_title,
    mosaic_title,
    no_moments,
    paint_history,
)
from viz_app.panels.training.replay.pictures.strip import (
    StripLayout,
    drawn_losses,
    layout_strip,
    paint_backdrop,
    paint_cursor,
)
from viz_app.panels.training.replay.room import (
    HeadHistorySnapshot,
    MomentMosaicSnapshot,
    ReplaySnapshot,
)
from viz_app.pictures.plot import PlotAxis, curve_table
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import tool_tip
from viz_app.texts.measures import measure_explanation, measure_name
from viz_app.texts.picture_caption import compared_part, trace_sentences
from viz_app.widgets.cells_view import CellsView, LaidOut, Laying, MosaicView
from viz_app.widgets.choosers import CalmCombo, KindCombo, KindPills, Segments, set_tab_order
from viz_app.widgets.layout import tell
from viz_app.widgets.themed import Pictured, Themed, Translated
from viz_app.workbench.state import Cell

# ---------------------------------------------------------------------------- head history picture
# All heads over time as a picture: click one, or move with the arrow keys and pick with Return.


_PICKS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class HeadHistoryPicture(LaidOut[HistoryLayout], CellsView):
    """One row per head, layer by layer, one column per moment; click or key selects a head."""

    natural, smallest = (460, 320), (240, 180)

    def __init__(self, theme: Theme, intents: TrainingIntents) -> None:
        super().__init__(theme)
        self._intents = intents
        self._snapshot: HeadHistorySnapshot | None = None

    def set_snapshot(self, snapshot: HeadHistorySnapshot | None) -> None:
        """Show heads over time; an equal snapshot costs nothing."""
        if snapshot == self._snapshot:
            return
        self._snapshot, self._layout = snapshot, None
        self._retranslate()
        self.redraw()

    def shown_values(self) -> Tables:
        return (words.history_table(self._snapshot),) if self._snapshot else ()

    def extent(self) -> tuple[int, int]:
        if self._snapshot is None:
            return 0, 0
        layers, heads, moments = self._snapshot.values.shape
        return layers * heads, moments

    def first_cell(self) -> Cell:
        shown = self._snapshot
        if shown is None:
            return Cell(0, 0)
        return Cell(shown.layer * shown.values.shape[1] + shown.head, shown.index)

    def cell_at(self, point: QPointF) -> Cell | None:
        return self._layout.cell_at(point) if self._layout else None

    def cell_rect(self, cell: Cell) -> QRectF | None:
        return self._layout.grid.cell_rect(cell.row, cell.column) if self._layout else None

    def cell_sentence(self, row: int, column: int) -> str:
        if self._snapshot is None:
            return ""
        layer, head = divmod(row, self._snapshot.values.shape[1])
        return words.head_sentence(self._snapshot, layer=layer, head=head, index=column)

    def still(self, theme: Theme) -> Laying[HistoryLayout] | None:
        shown, rect = self._snapshot, self.picture_rect()
        return (lambda painter: paint_history(painter, rect, shown, theme)) if shown else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _PICKS and self._snapshot is not None:
            self._pick(self._reached() or self.first_cell())
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pick(cell)

    def _retranslate(self) -> None:
        if self._snapshot is not None:
            self.setAccessibleName(words.history_name(self._snapshot))
            self.describe(words.history_sentence(self._snapshot))

    def _pick(self, cell: Cell) -> None:
        if self._snapshot is not None:
            place = divmod(cell.row, self._snapshot.values.shape[1])
            self._intents.head_picked.emit(self._snapshot.kind, *place)


# ------------------------------------------------------------------------------------ replay strip
# The loss curve as a slider over the moments of a run.


HEIGHT, LOW_HEIGHT = 68, 56
"""In px at 100 % of the strip beside other panels: usually, and where there is little room."""

TALL = 136
"""In px at 100 % of the time-lapse's own strip: its curve has at least 96 of them."""

PAGE = 10
"""Moments that Page Up and Page Down move by."""


class ReplayStrip(Pictured, Themed, Translated, QAbstractSlider):
    """A slider on the loss curve; its value is the index of the moment."""

    def __init__(self, theme: Theme, intents: TrainingIntents, *, tall: bool = False) -> None:
        super().__init__()
        self._tall = tall
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
        old, self._snapshot = self._snapshot, snapshot
        if _scene(old) != _scene(snapshot):
            self._layout = self._backdrop = None
            self._curves = ()
        self._show()

    def _apply_theme(self) -> None:
        self._layout = self._backdrop = None
        self.updateGeometry()
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self.updateGeometry()

    def shown_values(self) -> Tables:
        shown = self._snapshot
        if shown is None:
            return ()
        losses = drawn_losses(shown, self._columns())
        named = curve_table(losses, PlotAxis(), name=words.losses_title())
        return (*((named,) if losses else ()), words.moments_table(shown))

    def caption_parts(self) -> tuple[str, ...]:
        other = self._snapshot.compared if self._snapshot else ""
        return (words.losses_title(), *compared_part(other))

    def layout_now(self) -> StripLayout | None:
        if self._layout is None and self._snapshot is not None:
            self._layout = layout_strip(
                QRectF(self.rect()), self._snapshot, self._columns(), self.theme
            )
        return self._layout

    def sizeHint(self) -> QSize:
        height = TALL if self._tall else LOW_HEIGHT if self._compact else HEIGHT
        return QSize(round(360 * self.theme.scale), round(height * self.theme.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(160 * self.theme.scale), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
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
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self._intents.play_toggled.emit()
            return
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()  # with Ctrl or Alt they are the window's
            return
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

    def resizeEvent(self, event: object) -> None:
        self._layout = self._backdrop = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
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
    """Shows the position of a time-lapse, with controls to change it."""

    def __init__(
        self,
        theme: Theme,
        intents: TrainingIntents,
        *,
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """A ``closable`` bar, beside other panels, has a button back to the own translation."""
        super().__init__(parent)
        self.theme = theme
        self._snapshot: ReplaySnapshot | None = None
        self.play, self.close_button = QPushButton(self), QPushButton(self)
        self.save = QPushButton(self)
        self.strip = ReplayStrip(theme, intents, tall=not closable)
        self.probes = CalmCombo(self, characters=CHARACTERS)
        self.close_button.setVisible(closable)
        self._arrange()
        self._connect(intents)
        self._retranslate()
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: ReplaySnapshot | None) -> None:
        turned = _playing(snapshot) != _playing(self._snapshot)
        self._snapshot = snapshot
        self.strip.set_snapshot(snapshot)
        sources = snapshot.sources if snapshot else ()
        self.probes.show_entries(sources, snapshot.probe if snapshot else -1)
        self.probes.setVisible(len(sources) > 1)
        self._explain_probes()
        self.play.setEnabled(snapshot is not None and len(snapshot.updates) > 1)
        self.save.setEnabled(snapshot is not None)
        if turned:
            self._show_play()

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

    def set_compact(self, *, compact: bool) -> None:
        self.strip.set_compact(compact=compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        # Follows the style, too.
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _retranslate(self) -> None:
        self.probes.setAccessibleName(self.tr("Sentence"))
        self._explain_probes()
        back = self.tr("Back to your own sentence")
        save = self.tr("Save the time-lapse as MP4 or GIF")
        for button, text in ((self.close_button, back), (self.save, save)):
            button.setAccessibleName(text)
            button.setToolTip(tool_tip(text))
        self._show_play()

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        self.probes.setProperty("compact", True)
        for button in (self.play, self.save, self.close_button):
            button.setProperty("flat_icon", True)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.play)
        self._row.addWidget(self.strip, 1)
        self._row.addWidget(self.probes)
        self._row.addWidget(self.save)
        self._row.addWidget(self.close_button)
        set_tab_order((self.play, self.strip, self.probes, self.save, self.close_button))

    def _connect(self, intents: TrainingIntents) -> None:
        self.play.clicked.connect(intents.play_toggled)
        self.strip.valueChanged.connect(intents.moment_picked)
        self.probes.activated.connect(intents.probe_picked)
        self.save.clicked.connect(intents.animation_requested)
        self.close_button.clicked.connect(intents.replay_closed)

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
        whole = f"{sentence}\n{explained}" if sentence else explained
        self.probes.setToolTip(tool_tip(whole))

    def _show_play(self) -> None:
        playing = _playing(self._snapshot)
        text = self.tr("Pause") if playing else self.tr("Play the training")
        self.play.setIcon(themed_icon("pause" if playing else "play", self.theme))
        self.play.setAccessibleName(text)
        self.play.setToolTip(tool_tip(text))


def _playing(snapshot: ReplaySnapshot | None) -> bool:
    return snapshot is not None and snapshot.playing


# ------------------------------------------------------------------------------------- titled part
# A title that is cut off where there is no room for it, over a picture.


LEAST = 0.5
"""A title of which less than this share fits is left out."""


class ShortTitle(QLabel):
    """Shows as much of a text as fits, or nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(1, 2 * unit, 1, 1)
        self._rows.setSpacing(0)
        self._heading.setContentsMargins(4 * unit, 0, 4 * unit, 0)
        self._heading.setSpacing(2 * unit)


# ------------------------------------------------------------------------------- head history view
# When heads specialise: entropy or diagonality of every head over a training.


class HeadHistoryView(TitledPart):
    """All heads over time, with a choice of kind and measure."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._intents = intents
        self._snapshot: HeadHistorySnapshot | None = None
        self.title, self.kinds = ShortTitle(self), KindCombo(self)
        self.numbers = Segments(theme, names=HEAD_NUMBERS, texts=_texts, parent=self)
        self.picture = HeadHistoryPicture(theme, intents)
        self._arrange(self.title, self.kinds, self.numbers, picture=self.picture)
        self.numbers.picked.connect(intents.number_picked)
        self.kinds.kind_picked.connect(self._on_kind)
        self._retranslate()
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: HeadHistorySnapshot | None) -> None:
        self._snapshot = snapshot
        self.picture.set_snapshot(snapshot)
        self.picture.setEnabled(snapshot is not None)
        for choice in (self.numbers, self.kinds):
            choice.setEnabled(snapshot is not None)
        if snapshot is not None:
            self.kinds.show_kind(snapshot.kind)
            self.numbers.set_current(snapshot.number)
        self._show_title()

    def _retranslate(self) -> None:
        self._show_title()

    def _on_kind(self, kind: Kind) -> None:
        # Selects the head with the same layer and number.
        if self._snapshot is not None:
            self._intents.head_picked.emit(kind, self._snapshot.layer, self._snapshot.head)

    def _show_title(self) -> None:
        shown = self._snapshot
        self.title.set_title(no_moments() if shown is None else history_title())


def _texts() -> Mapping[str, tuple[str, str]]:
    return {number: (measure_name(number), measure_explanation(number)) for number in HEAD_NUMBERS}


# ----------------------------------------------------------------------------------- moment mosaic
# All heads at the moment on show, beside the curves of the training.


class MomentMosaic(TitledPart):
    """Mosaic of a kind, with a choice of the kind; live during training."""

    def __init__(
        self, theme: Theme, intents: TrainingIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot: MomentMosaicSnapshot | None = None
        self.title, self.pills = ShortTitle(self), KindPills(theme, self)
        self.mosaic = MosaicView(theme, self, tokens=True)
        self._arrange(self.title, self.pills, picture=self.mosaic)
        self.pills.kind_picked.connect(intents.kind_picked)
        self.mosaic.head_picked.connect(intents.head_picked)
        self.set_theme(theme)
        self.set_snapshot(None)

    def set_snapshot(self, snapshot: MomentMosaicSnapshot | None) -> None:
        self._snapshot = snapshot
        self.mosaic.set_snapshot(snapshot.mosaic if snapshot else None)
        self.mosaic.setEnabled(snapshot is not None)
        self.pills.setEnabled(snapshot is not None)
        self.mosaic.extra_caption = (trace_sentences(snapshot.mosaic.trace),) if snapshot else ()
        if snapshot is not None:
            self.pills.show_kind(snapshot.mosaic.kind, kinds=snapshot.kinds)
        self._show_title()

    def _retranslate(self) -> None:
        self._show_title()

    def _show_title(self) -> None:
        shown = self._snapshot
        self.title.set_title(no_moments() if shown is None else mosaic_title(shown))
