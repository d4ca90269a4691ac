"""The decoded tokens: player, chips, translation."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolTip,
    QWidget,
)

from model.traces.trace import StopReason
from viz_app.design.icons import Shape, icon_size, themed_icon
from viz_app.panels.timeline import pictures
from viz_app.panels.timeline.pictures import ChipLayout, branch_title, chip_layout, step_in
from viz_app.panels.timeline.room import (
    TimelineHandle,
    WrittenAs,
    first_step_chosen,
    stepped_back,
    stepped_forward,
)
from viz_app.texts.labels import decimal_number, log_number, quoted, tool_tip
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import StepKeys, text_label
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.changes.selection import (
    last_step_chosen,
    play_toggled,
    speed_picked,
    step_chosen,
)
from viz_app.workbench.snapshots.token_axes import ComparisonSnapshot, TokenLine
from viz_app.workbench.state import SPEEDS

# -------------------------------------------------------------------------------- playback buttons
# First, back, play, forward, last, and how fast.


class PlaybackButtons(Themed, Translated, QWidget):
    """A row of buttons; requests take effect with the next snapshot.

    The parent places the choice of a speed.
    """

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        self._worded, self._word_room = True, 0
        self.first, self.back = self._button(), self._button()
        self.play = self._button(wide=True)
        self.forward, self.last = self._button(), self._button()
        self.speed = CalmCombo(self, characters=2)
        for speed in SPEEDS:
            self.speed.addItem(f"×{speed:g}", speed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.speed.setProperty("compact", True)
        for button in (self.first, self.back, self.play, self.forward, self.last):
            self._row.addWidget(button)
        self._connect(room)
        self._retranslate()

    def set_playing(self, *, playing: bool, speed: float) -> None:
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(self.speed.findData(speed))
        if playing != self._playing:
            self._playing = playing
            self._show_play()

    def set_steps(self, steps: int) -> None:
        # A button disabled at an end would lose the focus.
        for button in (self.first, self.back, self.play, self.forward, self.last):
            button.setEnabled(steps > 1)

    def _apply_theme(self) -> None:
        icons: tuple[tuple[QPushButton, Shape], ...] = (
            (self.first, "first"),
            (self.back, "back"),
            (self.forward, "forward"),
            (self.last, "last"),
        )
        for button, shape in icons:
            button.setIcon(themed_icon(shape, self.theme))
        for button in (self.first, self.back, self.play, self.forward, self.last):
            button.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))
        self._row.setSpacing(self.theme.unit)
        self._show_play()

    def set_worded(self, *, worded: bool) -> None:
        if worded != self._worded:
            self._worded = worded
            self._show_play()

    def whole_width(self) -> int:
        """Width in px, with the word."""
        return self.sizeHint().width() + (0 if self._worded else self._word_room)

    def _retranslate(self) -> None:
        for button, name, keys in (
            (self.first, self.tr("First step"), "Ctrl+Home"),
            (self.back, self.tr("Step back"), "Ctrl+←"),
            (self.forward, self.tr("Step forward"), "Ctrl+→"),
            (self.last, self.tr("Last step"), "Ctrl+End"),
        ):
            button.setAccessibleName(name)
            button.setToolTip(tool_tip(f"{name} ({keys})"))
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("Steps per second while playing"))
        self._show_play()

    def _button(self, *, wide: bool = False) -> QPushButton:
        button = QPushButton(self)
        button.setProperty("flat_icon", not wide)
        button.setProperty("band", True)
        return button

    def _connect(self, room: TimelineHandle) -> None:
        for button, change in (
            (self.first, first_step_chosen),
            (self.back, stepped_back),
            (self.play, play_toggled),
            (self.forward, stepped_forward),
            (self.last, last_step_chosen),
        ):
            button.clicked.connect(room.does(change))
        pick_speed = room.does(speed_picked)
        self.speed.activated.connect(lambda row: pick_speed(self.speed.itemData(row)))

    def _words(self) -> tuple[str, str]:
        return self.tr("Play"), self.tr("Pause")

    def _play_width(self, word: str) -> int:
        self.play.setText(word)
        return self.play.sizeHint().width()

    def _show_play(self) -> None:
        text = self._words()[self._playing]
        bare, *worded = (self._play_width(word) for word in ("", *self._words()))
        self._word_room = max(worded) - bare
        self.play.setText(text if self._worded else "")
        # what stands beside it keeps its place when the word changes
        self.play.setFixedWidth(max(worded) if self._worded else bare)
        self.play.setAccessibleName(text)
        self.play.setIcon(themed_icon("pause" if self._playing else "play", self.theme))
        self.play.setToolTip(tool_tip(f"{text} (Ctrl+Space)"))


# -------------------------------------------------------------------------------------- player row
# The row that walks through the steps: buttons, slider, and where one is.


LONG = 40
"""Units of a slider of good length."""

SHORTEST = 14
"""Units that a slider has at least; where it has less it is not there, as the tokens are."""

PLACE = 20
"""Units that the words of the place have at least: the slider keeps its length."""


class PlayerRow(Themed, QWidget):
    """When narrow, "Play" loses its word, then the slider hides, then numbers replace words."""

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place, self._numbers = "", ""
        self.player = PlaybackButtons(room, self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.label = text_label(parent=self)
        self.label.setProperty("role", "small")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.player)
        self._row.addWidget(self.slider, 1)
        self._row.addWidget(self.label)

    def whole_width(self) -> int:
        """Width in px, with everything and a slider of good length."""
        unit, gap = self.theme.unit, self._row.spacing()
        return self.player.whole_width() + 2 * gap + self._place_width() + LONG * unit

    def show_place(self, place: str, numbers: str) -> None:
        """Show the position in words, or in numbers where they do not fit."""
        self._place, self._numbers = place, numbers
        self.label.setToolTip(tool_tip(place))
        self.label.setAccessibleName(place)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._row.setSpacing(2 * unit)
        self.slider.setMinimumHeight(6 * unit)
        self._fit()

    def _fit(self) -> None:
        gap, unit, player = self._row.spacing(), self.theme.unit, self.player
        place = self._place_width()
        room = self.width() - place - gap
        slider = gap + SHORTEST * unit
        player.set_worded(worded=player.whole_width() + slider <= room)
        self.slider.setVisible(player.sizeHint().width() + slider <= room)
        whole = player.sizeHint().width() <= room
        self.label.setText(self._place if whole else self._numbers)
        self.label.setMinimumWidth(place if whole else 0)

    def _place_width(self) -> int:
        words = self.label.fontMetrics().horizontalAdvance(self._place)
        return max(words, PLACE * self.theme.unit)


# -------------------------------------------------------------------------------------- step strip
# The decoded tokens as a row of chips, one a step; a compared branch's under them.


class StepStrip(Themed, Translated, QWidget):
    """Shows tokens and which step is in view; a click or the arrow keys pick another."""

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pick_step = room.does(step_chosen)
        self._line, self._step, self._whole = TokenLine(), 0, False
        self._left_at: int | None = None
        self._comparison: ComparisonSnapshot | None = None
        self._compact = self._cut = False
        self._layout = self._laid_out()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        self._retranslate()

    def set_line(
        self,
        line: TokenLine,
        step: int,
        *,
        whole: bool = False,
        left_at: int | None = None,
        comparison: ComparisonSnapshot | None = None,
        cut: bool = False,
    ) -> None:
        """Show tokens, ``step`` framed; at ``left_at`` the branch leaves its parent.

        Later tokens are faded, unless the ``whole`` is in view. They are ``cut`` when the model
        reached its maximum length before the end of the sentence.
        """
        shown = (self._line, self._comparison, self._cut)
        self._line, self._step, self._whole, self._cut = line, step, whole, cut
        self._left_at, self._comparison = left_at, comparison
        if shown != (line, comparison, cut):
            self._measure()
        self._describe()
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self._measure()

    def _apply_theme(self) -> None:
        self._measure()
        self.update()

    def layout_now(self) -> ChipLayout:
        return self._layout

    def chip_rect(self, step: int) -> QRectF:
        return self._layout.place(self._layout.column_of(step))

    def compared_rect(self, step: int) -> QRectF:
        columns = self._layout.columns
        column = next(n for n, column in enumerate(columns) if column.compared == step)
        return self._layout.place(column, 1)

    def chip_at(self, x: float) -> int | None:
        """The step whose chip, or the gap after it, is at ``x``."""
        column = self._layout.column_at(x)
        return None if column is None else self._layout.columns[column].current

    def captions(self) -> tuple[str, ...]:
        """Text after each line: its log-probability and its branch."""
        if not self._line.tokens or self._line.as_places:
            return ()
        total = self.tr("log p {number} nats")
        if self._comparison is None:
            said = total.format(number=log_number(self._line.log_probability))
            cut = self.tr("{total} · stopped at the length limit")
            return (cut.format(total=said) if self._cut else said,)
        rows = (self._comparison.current, self._comparison.compared)
        named = self.tr("{total} · {branch}")
        return tuple(
            named.format(
                total=total.format(number=log_number(row.log_probability)),
                branch=branch_title(row),
            )
            for row in rows
        )

    def captions_in_view(self) -> tuple[str, ...]:
        """Captions that are wholly in view: half of a number reads as another number."""
        captions, seen = self.captions(), self.visibleRegion().boundingRect()
        end = self._layout.width + pictures.captions_width(captions, self.theme)
        return captions if end <= seen.right() + 1 else ()

    def sizeHint(self) -> QSize:
        words = pictures.captions_width(self.captions(), self.theme)
        return QSize(math.ceil(self._layout.width + words), math.ceil(self._layout.height))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        layout = self._layout
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for column, line, step in self._chips_in(QRectF(event.rect())):
                rect, chip = layout.place(column, line), layout.lines[line][step]
                pictures.paint_chip(painter, rect, chip, self._chip_state(column, line), self.theme)
            pictures.paint_captions(painter, self.captions_in_view(), layout, self.theme)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        step = self.chip_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and step is not None:
            self._pick_step(step)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._line.tokens) - 1
        step = {
            Qt.Key.Key_Left: self._step - 1,
            Qt.Key.Key_Right: self._step + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif 0 <= step <= last and step != self._step:
            self._pick_step(step)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.sentence_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tool_tip(text), self)
            return True
        return super().event(event)

    def sentence_at(self, point: QPointF) -> str:
        """Description of the chip at a point; empty without one."""
        column, line = self._layout.column_at(point.x()), self._layout.line_at(point.y())
        step = None if column is None else step_in(self._layout.columns[column], line)
        return "" if step is None else self._sentence(step, line)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Decoded tokens"))
        self._describe()
        self._measure()

    def _sentence(self, step: int, line: int = 0) -> str:
        comparison = self._comparison
        tokens = comparison.compared_line if line and comparison else self._line
        template = self.tr(
            "step {step} of {steps}: {token}, probability {p}, log-probability {log} nats"
        )
        if tokens.as_places:
            template = (
                self.tr("token {step} of {steps}: {token} (as read), probability {p}")
                if tokens.given[step]
                else self.tr(
                    "token {step} of {steps}: {token}, the best candidate, probability {p}"
                )
            )
        elif tokens.given[step]:
            template = self.tr(
                "step {step} of {steps}: {token}, given, probability {p},"
                " log-probability {log} nats"
            )
        log_probability = tokens.log_probabilities[step]
        sentence = template.format(
            step=step + 1,
            steps=len(tokens.tokens),
            token=quoted(tokens.tokens[step]),
            p=f"{math.exp(log_probability):.4f}",
            log=decimal_number(log_probability, 4),
        )
        if line and comparison:
            return f"{branch_title(comparison.compared)} · {sentence}"
        leaves = self.tr("The branch diverges from its parent here")
        return f"{sentence} · {leaves}" if step == self._left_at else sentence

    def _describe(self) -> None:
        text = self._sentence(self._step) if self._step < len(self._line.tokens) else ""
        self.setAccessibleDescription(text)

    def _measure(self) -> None:
        self._layout = self._laid_out()
        self.updateGeometry()
        self.resize(self.sizeHint())

    def _laid_out(self) -> ChipLayout:
        comparison = self._comparison
        return chip_layout(
            (self._line, comparison.compared_line) if comparison else (self._line,),
            comparison.columns if comparison else None,
            theme=self.theme,
            compact=self._compact,
        )

    def _chips_in(self, rect: QRectF) -> Iterator[tuple[int, int, int]]:
        """Column, line and step of the chips visible in a rectangle."""
        first = self._layout.column_at(max(rect.left(), 0.0))
        for column in range(first if first is not None else 0, len(self._layout.columns)):
            if self._layout.place(column).left() > rect.right():
                return
            for line in range(len(self._layout.lines)):
                step = step_in(self._layout.columns[column], line)
                if step is not None:
                    yield column, line, step

    def _chip_state(self, column: int, line: int) -> pictures.ChipState:
        place, theme = self._layout.columns[column], self.theme
        current = line == 0 and place.current == self._step
        later = line == 0 and place.current is not None and place.current > self._step
        differs = self._comparison is not None and not place.same
        tint = (theme.negative if line else theme.positive) if differs else None
        return pictures.ChipState(
            current=current,
            focused=current and self.hasFocus(),
            later=later and not self._whole,
            tint=tint or (theme.accent if current else None),
            leaves=line == 0 and place.current is not None and place.current == self._left_at,
        )


# -------------------------------------------------------------------------------- translation line
# The translation as text, with a way to copy it or to give a target of one's own.


LONGEST = 20_000
"""Maximum number of characters; the model reports what is too long for it."""


class TranslationLine(Themed, Translated, QWidget):
    """Text to be copied, or edited while a target is given: Return sends, Escape leaves it.

    A refused target is restored as it was typed, with the focus.
    """

    editing_changed = Signal()

    def __init__(self, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._give_target = room.give_target
        self._translation = self._draft = self._refused = ""
        self._given = False
        self._written: WrittenAs = "translation"
        self._cursor = 0
        self.caption, self.stop_label = text_label(parent=self), text_label(parent=self)
        self.text = QLineEdit(self, readOnly=True)
        self.copy, self.target = QPushButton(self), QPushButton(self)
        StepKeys(self.text, lambda: self.editing)
        self._arrange()
        self.copy.clicked.connect(self.copy_translation)
        self.target.clicked.connect(self._on_button)
        self.text.returnPressed.connect(self._on_return)
        self.text.installEventFilter(self)
        self.set_translation("", "running")
        self._retranslate()

    @property
    def editing(self) -> bool:
        return not self.text.isReadOnly()

    def set_translation(self, translation: str, stop: StopReason) -> None:
        # A text that is being typed is kept.
        if translation != self._translation:
            self._translation, self._draft = translation, ""
            if not self.editing:
                self._show_translation()
        self.copy.setEnabled(bool(translation))
        self.stop_label.setVisible(stop == "length limit")

    def set_written(self, written: WrittenAs) -> None:
        if written != self._written:
            self._written = written
            self._retranslate()

    def set_given(self, *, given: bool) -> None:
        """State whether the text is a given target or a translation."""
        if given != self._given:
            self._given = given
            self._show_texts()

    def set_refused(self, target: str) -> None:
        """Let the user correct a target that the model cannot represent; empty: none."""
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
        self.target.setEnabled(available)

    def _apply_theme(self) -> None:
        theme = self.theme
        self._row.setSpacing(2 * theme.unit)
        self.copy.setIcon(themed_icon("copy", theme))
        self.copy.setIconSize(QSize(icon_size(theme), icon_size(theme)))

    @Slot()
    def copy_translation(self) -> None:
        QGuiApplication.clipboard().setText(self._translation)

    @Slot()
    def edit_target(self) -> None:
        """Let the user enter a target, starting from the translation or the last one refused."""
        if not self.target.isEnabled():
            return
        self._set_editing(editing=True)
        self.text.setText(self._draft or self._translation)
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
            self.tr("The translation reached the length limit before the model ended it")
            if translates
            else self.tr("The text reached the length limit before the model ended it")
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
            self.tr("Type a target; Return shows its probability under the model, Esc cancels")
            if editing
            else self.tr("As text, to select and copy")
        )
        self.text.setPlaceholderText(
            self.tr("Type a target sentence")
            if editing
            else self.tr("The model’s output appears here")
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
            self._give_target(typed)
