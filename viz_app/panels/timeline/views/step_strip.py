"""The decoded tokens as a row of chips, one a step; a compared branch's under them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QMoveEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.painting import chip_painter
from viz_app.panels.timeline.painting.chip_layout import ChipLayout, chip_layout, step_in
from viz_app.panels.timeline.texts.branches import branch_title
from viz_app.texts.numbers import decimal_number, log_number
from viz_app.texts.token_text import quoted, tool_tip
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.workbench.snapshots.comparison import ComparisonSnapshot
from viz_app.workbench.snapshots.token_line import TokenLine


class StepStrip(Themed, Translated, QWidget):
    """Shows tokens and which step is in view; a click or the arrow keys pick another."""

    def __init__(self, intents: TimelineIntents, parent: QWidget | None = None) -> None:
        """No tokens."""
        super().__init__(parent)
        self.intents = intents
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
        """Show tokens, ``step`` framed; ``left_at`` is where the branch has left its parent.

        Later ones are faded, unless the ``whole`` is in view. They are ``cut`` when the model did
        not end the sentence before its longest length.
        """
        shown = (self._line, self._comparison, self._cut)
        self._line, self._step, self._whole, self._cut = line, step, whole, cut
        self._left_at, self._comparison = left_at, comparison
        if shown != (line, comparison, cut):
            self._measure()
        self._describe()
        self.update()

    def set_compact(self, *, compact: bool) -> None:
        """Show two lines close together, without numbers."""
        self._compact = compact
        self._measure()

    def _dress(self) -> None:
        self._measure()
        self.update()

    def layout_now(self) -> ChipLayout:
        """The chips and where they are."""
        return self._layout

    def chip_rect(self, step: int) -> QRectF:
        """Where the chip of a step is."""
        return self._layout.place(self._layout.column_of(step))

    def compared_rect(self, step: int) -> QRectF:
        """Where the chip of a step of the compared branch is."""
        columns = self._layout.columns
        column = next(n for n, column in enumerate(columns) if column.compared == step)
        return self._layout.place(column, 1)

    def chip_at(self, x: float) -> int | None:
        """The step whose chip, or the gap after it, is at ``x``."""
        column = self._layout.column_at(x)
        return None if column is None else self._layout.columns[column].current

    def captions(self) -> tuple[str, ...]:
        """What stands after the last chip of each line: its log-probability, and whose it is."""
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
        """The captions where they are wholly in view: half of a number reads like another one."""
        captions, seen = self.captions(), self.visibleRegion().boundingRect()
        end = self._layout.width + chip_painter.captions_width(captions, self.theme)
        return captions if end <= seen.right() + 1 else ()

    def sizeHint(self) -> QSize:
        """All chips side by side."""
        words = chip_painter.captions_width(self.captions(), self.theme)
        return QSize(math.ceil(self._layout.width + words), math.ceil(self._layout.height))

    def minimumSizeHint(self) -> QSize:
        """Not smaller: it stands in a scroll area."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chips that can be seen."""
        layout = self._layout
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for column, line, step in self._chips_in(QRectF(event.rect())):
                rect, chip = layout.place(column, line), layout.lines[line][step]
                chip_painter.paint_chip(
                    painter, rect, chip, self._chip_state(column, line), self.theme
                )
            chip_painter.paint_captions(painter, self.captions_in_view(), layout, self.theme)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Scrolled: captions may have come into view, or left it."""
        super().moveEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the chip under the mouse."""
        step = self.chip_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and step is not None:
            self.intents.step_picked.emit(step)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys, Home and End pick; others go on."""
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
            self.intents.step_picked.emit(step)

    def event(self, event: QEvent) -> bool:
        """Explain the chip under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.sentence_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tool_tip(text), self)
            return True
        return super().event(event)

    def sentence_at(self, point: QPointF) -> str:
        """What the chip at a point is, in words; empty where there is none."""
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
                self.tr("token {step} of {steps}: {token}, which was read, probability {p}")
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
        leaves = self.tr("Here the branch leaves its parent")
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
        """Column, line and step of the chips that can be seen in a rectangle."""
        first = self._layout.column_at(max(rect.left(), 0.0))
        for column in range(first if first is not None else 0, len(self._layout.columns)):
            if self._layout.place(column).left() > rect.right():
                return
            for line in range(len(self._layout.lines)):
                step = step_in(self._layout.columns[column], line)
                if step is not None:
                    yield column, line, step

    def _chip_state(self, column: int, line: int) -> chip_painter.ChipState:
        place, theme = self._layout.columns[column], self.theme
        current = line == 0 and place.current == self._step
        later = line == 0 and place.current is not None and place.current > self._step
        differs = self._comparison is not None and not place.same
        tint = (theme.negative if line else theme.positive) if differs else None
        return chip_painter.ChipState(
            current=current,
            focused=current and self.hasFocus(),
            later=later and not self._whole,
            tint=tint or (theme.accent if current else None),
            leaves=line == 0 and place.current is not None and place.current == self._left_at,
        )
