"""The decoded tokens: player, chips, translation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSignalBlocker, QSize, Qt, Slot
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

from viz_app.design.icons import Shape, icon_size, themed_icon
from viz_app.design.theme import Theme
from viz_app.panels.timeline import pictures
from viz_app.panels.timeline.pictures import ChipLayout, branch_title, chip_layout, step_in
from viz_app.panels.timeline.room import (
    TimelineHandle,
    TimelineSnapshot,
    first_step_chosen,
    stepped_back,
    stepped_forward,
)
from viz_app.texts.labels import decimal_number, log_number, quoted, tool_tip
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import StepKeys, filled, text_label
from viz_app.workbench.changes.selection import (
    last_step_chosen,
    play_toggled,
    speed_picked,
    step_chosen,
)
from viz_app.workbench.state import SPEEDS, Workbench

# -------------------------------------------------------------------------------- playback buttons


class PlaybackButtons(QWidget):
    """A row of buttons; requests take effect with the next snapshot.

    The parent places the choice of a speed.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._playing = False
        self._worded, self._word_room = True, 0
        self._texts = self.tr("Play"), self.tr("Pause")
        self.first = self._button("first", self.tr("First step"), "Ctrl+Home")
        self.back = self._button("back", self.tr("Step back"), "Ctrl+←")
        self.play = self._button()
        self.forward = self._button("forward", self.tr("Step forward"), "Ctrl+→")
        self.last = self._button("last", self.tr("Last step"), "Ctrl+End")
        self.speed = CalmCombo(self, characters=2)
        for speed in SPEEDS:
            self.speed.addItem(f"×{speed:g}", speed)
        self.speed.setProperty("compact", True)
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("Steps per second while playing"))
        pick_speed = room.does(speed_picked)
        self.speed.activated.connect(lambda row: pick_speed(self.speed.itemData(row)))
        self._does: dict[QPushButton, Callable[[Workbench], Workbench]] = {
            self.first: first_step_chosen,
            self.back: stepped_back,
            self.play: play_toggled,
            self.forward: stepped_forward,
            self.last: last_step_chosen,
        }
        for button, change in self._does.items():
            button.clicked.connect(room.does(change))
        filled(QHBoxLayout(self), *self._does, spacing=theme.unit)
        self._show_play()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        for button in self._does:  # one that is disabled at an end would lose the focus
            button.setEnabled(snapshot.last_step > 0)
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(self.speed.findData(snapshot.speed))
        if snapshot.playing != self._playing:
            self._playing = snapshot.playing
            self._show_play()

    def set_worded(self, *, worded: bool) -> None:
        if worded != self._worded:
            self._worded = worded
            self._show_play()

    def whole_width(self, *, worded: bool = True) -> int:
        """Width in px, with or without the word."""
        return self.sizeHint().width() + self._word_room * (worded - self._worded)

    def _button(self, shape: Shape | None = None, name: str = "", keys: str = "") -> QPushButton:
        """A button with an icon alone, or one that is shown by :meth:`_show_play`."""
        button, size = QPushButton(self), icon_size(self.theme)
        button.setProperty("flat_icon", shape is not None)
        button.setProperty("band", True)
        button.setIconSize(QSize(size, size))
        if shape is not None:
            button.setIcon(themed_icon(shape, self.theme))
            button.setAccessibleName(name)
            button.setToolTip(tool_tip(f"{name} ({keys})"))
        return button

    def _play_width(self, word: str) -> int:
        self.play.setText(word)
        return self.play.sizeHint().width()

    def _show_play(self) -> None:
        text = self._texts[self._playing]
        bare, *worded = map(self._play_width, ("", *self._texts))
        self._word_room = max(worded) - bare
        self.play.setText(text if self._worded else "")
        # what stands beside it keeps its place when the word changes
        self.play.setFixedWidth(max(worded) if self._worded else bare)
        self.play.setAccessibleName(text)
        self.play.setIcon(themed_icon("pause" if self._playing else "play", self.theme))
        self.play.setToolTip(tool_tip(f"{text} (Ctrl+Space)"))


# -------------------------------------------------------------------------------------- player row


SHORTEST = 14
"""Units that a slider has at least; where it has less it is not there, as the tokens are."""

PLACE = 20
"""Units that the words of the place have at least: the slider keeps its length."""


class PlayerRow(QWidget):
    """When narrow, "Play" loses its word, then the slider hides, then numbers replace words."""

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._place, self._numbers = "", ""
        self.player = PlaybackButtons(theme, room, self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.label = text_label(parent=self)
        self.label.setProperty("role", "small")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.slider.setMinimumHeight(6 * theme.unit)
        self._gap = 2 * theme.unit
        filled(QHBoxLayout(self), self.player, (self.slider, 1), self.label, spacing=self._gap)

    def whole_width(self) -> int:
        """Width in px, with everything and a slider of good length."""
        unit, gap = self.theme.unit, self._gap
        return self.player.whole_width() + 2 * gap + self._place_width() + 40 * unit

    def least_width(self) -> int:
        """Width in px of the buttons without a word, and of the position in numbers."""
        numbers = self.label.fontMetrics().horizontalAdvance(self._numbers)
        return self.player.whole_width(worded=False) + self._gap + numbers

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

    def _fit(self) -> None:
        gap, unit, player = self._gap, self.theme.unit, self.player
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


class StepStrip(QWidget):
    """The tokens as chips, a compared branch's under them; a click or the arrow keys pick a step.

    Later tokens are faded, unless the whole is in view.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._pick_step = room.does(step_chosen)
        self._snapshot, self._compact = TimelineSnapshot(), False
        self.setAccessibleName(self.tr("Decoded tokens"))
        self._measure()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        shown, now = ((one.line, one.comparison, one.stop) for one in (before, snapshot))
        if shown != now:
            self._measure()
        current = snapshot.step < snapshot.n_steps
        self.setAccessibleDescription(self._sentence(snapshot.step) if current else "")
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        self._compact = compact
        self._measure()

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
        line, comparison = self._snapshot.line, self._snapshot.comparison
        if not line.tokens or line.as_places:
            return ()
        total = self.tr("log p {number} nats")
        if comparison is None:
            said = total.format(number=log_number(line.log_probability))
            cut = self.tr("{total} · stopped at the length limit")
            return (cut.format(total=said) if self._snapshot.stop == "length limit" else said,)
        named = self.tr("{total} · {branch}")
        return tuple(
            named.format(
                total=total.format(number=log_number(row.log_probability)),
                branch=branch_title(row),
            )
            for row in (comparison.current, comparison.compared)
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
        now, last = self._snapshot.step, self._snapshot.last_step
        step = {
            Qt.Key.Key_Left: now - 1,
            Qt.Key.Key_Right: now + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif 0 <= step <= last and step != now:
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

    def _sentence(self, step: int, line: int = 0) -> str:
        snapshot, comparison = self._snapshot, self._snapshot.comparison
        tokens = comparison.compared_line if line and comparison else snapshot.line
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
            p=decimal_number(math.exp(log_probability), 4),
            log=decimal_number(log_probability, 4),
        )
        if line and comparison:
            return f"{branch_title(comparison.compared)} · {sentence}"
        leaves = self.tr("The branch diverges from its parent here")
        return f"{sentence} · {leaves}" if step == snapshot.left_at else sentence

    def _measure(self) -> None:
        line, comparison = self._snapshot.line, self._snapshot.comparison
        self._layout = chip_layout(
            (line, comparison.compared_line) if comparison else (line,),
            comparison.columns if comparison else None,
            theme=self.theme,
            compact=self._compact,
        )
        self.updateGeometry()
        self.resize(self.sizeHint())

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
        place, theme, snapshot = self._layout.columns[column], self.theme, self._snapshot
        step = place.current if line == 0 else None
        current = step == snapshot.step
        tint = theme.accent if current else None
        if snapshot.comparison is not None and not place.same:
            tint = theme.negative if line else theme.positive
        return pictures.ChipState(
            current=current,
            focused=current and self.hasFocus(),
            later=step is not None and step > snapshot.step and not snapshot.whole,
            tint=tint,
            leaves=step is not None and step == snapshot.left_at,
        )


# -------------------------------------------------------------------------------- translation line


class TranslationLine(QWidget):
    """Text to be copied, or edited while a target is given: Return sends, Escape leaves it.

    A refused target is restored as it was typed, with the focus.
    """

    def __init__(self, theme: Theme, room: TimelineHandle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._give_target = room.give_target
        self._snapshot, self._draft, self._cursor = TimelineSnapshot(), "", 0
        self.caption, self.stop_label = text_label(parent=self), text_label(parent=self)
        self.text = QLineEdit(self, readOnly=True)
        self.copy, self.target = QPushButton(self), QPushButton(self)
        StepKeys(self.text, lambda: self.editing)
        self._arrange()
        self.copy.clicked.connect(self.copy_translation)
        self.target.clicked.connect(self._on_button)
        self.text.returnPressed.connect(self._on_return)
        self.text.installEventFilter(self)
        self._show_texts()
        self.set_snapshot(self._snapshot)

    @property
    def editing(self) -> bool:
        return not self.text.isReadOnly()

    def set_snapshot(self, snapshot: TimelineSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        if snapshot.translation != before.translation:
            self._draft = ""
            if not self.editing:  # a text that is being typed is kept
                self._show_translation()
        self.copy.setEnabled(bool(snapshot.translation))
        self.target.setEnabled(snapshot.can_branch)
        self.target.setHidden(snapshot.written == "places")
        self.stop_label.setVisible(snapshot.stop == "length limit")
        if (snapshot.written, snapshot.given) != (before.written, before.given):
            self._show_texts()
        if snapshot.refused_target not in {"", before.refused_target} and not self.editing:
            self._mend(snapshot.refused_target)

    def _mend(self, refused: str) -> None:
        """Let the user correct a target that the model cannot represent."""
        here = self.window().focusWidget() in {None, self.text, self.target}
        self._set_editing(editing=True)
        self.text.setText(refused)
        self.text.setCursorPosition(self._cursor)
        if here:
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def copy_translation(self) -> None:
        QGuiApplication.clipboard().setText(self._snapshot.translation)

    @Slot()
    def edit_target(self) -> None:
        """Let the user enter a target, starting from the translation or the last one refused."""
        if not self.target.isEnabled():
            return
        self._set_editing(editing=True)
        self.text.setText(self._draft or self._snapshot.translation)
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if self.editing and escape and event.type() == QEvent.Type.KeyPress:
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self.caption.setProperty("role", "small")
        self.stop_label.setProperty("role", "warning")
        self.text.setProperty("role", "sentence")
        self.text.setMaxLength(20_000)  # the model reports what is too long for it
        for widget in (self.text, self.copy, self.target):
            widget.setProperty("compact", True)
        self.stop_label.setText(self.tr("Stopped at the length limit"))
        self.copy.setIcon(themed_icon("copy", self.theme))
        self.copy.setIconSize(QSize(icon_size(self.theme), icon_size(self.theme)))
        self.target.setToolTip(
            self.tr("Teacher forcing: give a target and see its attention and log-probabilities")
        )
        row, gap = QHBoxLayout(self), 2 * self.theme.unit
        rest = (self.copy, self.target, self.stop_label)
        filled(row, self.caption, (self.text, 1), *rest, spacing=gap)

    def _show_texts(self) -> None:
        editing, translates = self.editing, self._snapshot.written == "translation"
        copy = self.tr("Copy the translation") if translates else self.tr("Copy the text")
        self.copy.setAccessibleName(copy)
        self.copy.setToolTip(tool_tip(copy))
        self.stop_label.setToolTip(
            self.tr("The translation reached the length limit before the model ended it")
            if translates
            else self.tr("The text reached the length limit before the model ended it")
        )
        names = {
            "translation": self.tr("Translation"),
            "text": self.tr("Text"),
            "places": self.tr("Filled in"),
        }
        written = names[self._snapshot.written]
        if editing:
            written = self.tr("Target")
        elif self._snapshot.given:
            written = self.tr("Given target")
        self.caption.setText(written)
        self.text.setAccessibleName(written)
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

    def _show_translation(self) -> None:
        self.text.setText(self._snapshot.translation)
        self.text.setCursorPosition(0)

    def _set_editing(self, *, editing: bool) -> None:
        self.text.setReadOnly(not editing)
        self._show_texts()

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
