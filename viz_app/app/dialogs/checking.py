"""The page that checks a model: the list of checks, and the picture of the selected one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import Template
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from model.lessons.checks import CHECK_NAMES, CheckName, Finding, Verdict
from model.messages import Message
from viz_app.app.app_state import Services, field_slot
from viz_app.app.dialogs.check_pictures import check_picture, what_numbers_are
from viz_app.app.slices import (
    CheckState,
    check_chosen,
    check_made,
    model_replaced,
    round_begun,
    round_ended,
)
from viz_app.design.theme import Theme, mixed
from viz_app.engine.store import Slot as StateSlot
from viz_app.pictures.matrix import MatrixPicture
from viz_app.texts.check_texts import (
    check_cause,
    check_meaning,
    check_note,
    check_number,
    check_title,
    head_place,
    rests_on_text,
    short_number,
    verdict_text,
)
from viz_app.texts.labels import message_text, tool_tip
from viz_app.texts.visible_token import isolated, safe
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, name_parts, placeholder, scrolled, text_label
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.state import Workbench


class CheckController(QObject):
    """Runs one round of checks at a time, on the model that is current at its start."""

    def __init__(self, services: Services, own: StateSlot[CheckState], parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._own = services.bench, own
        self._desk, self._model_cache = services.desk, services.model_cache
        self._token: int | None = None
        self._bench.follow(lambda _, bench: self._compare(bench))

    def begin(self) -> None:
        self._desk.drop(self._token)
        bench, key = self._bench.now, _key_of(self._bench.now)
        name = bench.model.name if bench.model is not None else ""
        self._own.apply(round_begun, model=name, key=key)
        self._token = self._desk.submit(
            lambda: _checking_steps(self._model_cache, key),
            on_item=self._own.applying(check_made),
            on_failed=self._on_failed,
            on_finished=self._own.applying(round_ended),
        )

    def stop(self) -> None:
        """Stop the round; findings so far stay."""
        self._desk.drop(self._token)
        self._own.apply(round_ended)

    @Slot(object)
    def pick(self, name: CheckName) -> None:
        self._own.apply(check_chosen, name)

    def _compare(self, bench: Workbench) -> None:
        # Findings on the previous model are dropped.
        key = self._own.now.key
        if key is not None and key != _key_of(bench):
            self._desk.drop(self._token)
            self._own.apply(model_replaced)

    def _on_failed(self, message: Message, details: str) -> None:
        del details
        self._own.apply(round_ended, message)


def _key_of(bench: Workbench) -> int | None:
    return bench.model_key if bench.absent is None else None


def _checking_steps(model_cache: ModelCache, key: int | None) -> Iterator[Finding | None]:
    """The findings of a model; raises UserError if there is no such model."""
    from model.lessons.with_torch.checks import check_steps

    yield from check_steps(model_cache.take(key))


LineStatus = Verdict | Literal["waiting", "running"]
"""Status of a check in the list."""

_WORST_FIRST: tuple[Verdict, ...] = ("failed", "warning", "passed", "not applicable")


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A check in the list, with its finding if it was made."""

    name: CheckName
    status: LineStatus
    finding: Finding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSnapshot:
    """What the page shows.

    Attributes:
        model: the name of the one that is checked.
        gone: it was replaced on the workbench by a model that was not checked.
        lines: every check, in the order in which they are made.
        shown: the one at the right.
        done: number of checks made.
    """

    model: str
    gone: bool
    running: bool
    problem: Message | None
    lines: tuple[CheckLine, ...]
    shown: CheckLine
    done: int

    def count(self, verdict: Verdict) -> int:
        return sum(line.status == verdict for line in self.lines)


def resolve_checks(state: CheckState) -> CheckSnapshot:
    found = {finding.name: finding for finding in state.findings}
    next_one = CHECK_NAMES[len(found)] if state.running and len(found) < len(CHECK_NAMES) else None
    lines = tuple(
        CheckLine(name, _status(found.get(name), running=name == next_one), found.get(name))
        for name in CHECK_NAMES
    )
    shown = next(line for line in lines if line.name == (state.chosen or _worst(lines)))
    return CheckSnapshot(
        model=state.model,
        gone=bool(state.model) and state.key is None and not state.running and not found,
        running=state.running,
        problem=state.problem,
        lines=lines,
        shown=shown,
        done=len(found),
    )


def _status(finding: Finding | None, *, running: bool) -> LineStatus:
    if finding is not None:
        return finding.verdict
    return "running" if running else "waiting"


def _worst(lines: Sequence[CheckLine]) -> CheckName:
    """The first line with the worst verdict; the first line before there is a verdict."""
    made = [line.finding for line in lines if line.finding is not None]
    worst = min(made, key=lambda found: _WORST_FIRST.index(found.verdict), default=None)
    return lines[0].name if worst is None else worst.name


_GRID = 20
_RATIOS = (1.0, 2.0)


@lru_cache(maxsize=24)
def verdict_icon(status: LineStatus, theme: Theme) -> QIcon:
    """A shape and a colour; the shape alone is sufficient."""
    icon = QIcon()
    for ratio in _RATIOS:
        side = round(5 * theme.unit * ratio)
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(side / _GRID, side / _GRID)
            _paint(painter, status, theme)
        pixmap.setDevicePixelRatio(ratio)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            icon.addPixmap(pixmap, mode)
    return icon


def _paint(painter: QPainter, status: LineStatus, theme: Theme) -> None:
    colours = {"passed": theme.accent, "warning": theme.warning, "failed": theme.danger}
    colour = QColor(colours.get(status, theme.soft_text))
    sign = QPen(QColor(theme.panel), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if status == "passed":
        painter.drawEllipse(1, 1, 18, 18)
        painter.setPen(sign)
        painter.drawPolyline([QPointF(6, 10.5), QPointF(9, 13.5), QPointF(14, 7)])
    elif status == "warning":
        painter.drawPolygon(QPolygonF([QPointF(10, 1), QPointF(19.5, 18), QPointF(0.5, 18)]))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(QRectF(9, 7, 2, 5.5))
        painter.drawRect(QRectF(9, 14, 2, 2))
    elif status == "failed":
        painter.drawRoundedRect(1, 1, 18, 18, 4, 4)
        painter.setPen(sign)
        painter.drawLine(QPointF(6.5, 6.5), QPointF(13.5, 13.5))
        painter.drawLine(QPointF(13.5, 6.5), QPointF(6.5, 13.5))
    else:
        _paint_open(painter, status, colour)


def _paint_open(painter: QPainter, status: LineStatus, colour: QColor) -> None:
    if status == "running":
        for x in (4.0, 10.0, 16.0):
            painter.drawEllipse(QPointF(x, 10), 2, 2)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    style = Qt.PenStyle.DotLine if status == "waiting" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(colour, 1.6, style))
    painter.drawEllipse(QRectF(2, 2, 16, 16))
    if status == "not applicable":
        painter.drawLine(QPointF(6, 10), QPointF(14, 10))


WIDTH = 300
"""Px at 100 %."""

TINT = 0.12
"""Of the accent colour, behind the check on show."""

STYLE_SHEET = """
QListWidget { background: $panel; border: 1px solid $line; border-radius: ${radius}px; outline: 0;
    padding: ${inside}px; }
QListWidget:focus { border-color: $accent; }
QListWidget::item { border-radius: ${small_radius}px; padding: ${inside}px; color: $text; }
QListWidget::item:selected { background: $tint; color: $text; }
"""

translate = QCoreApplication.translate


class CheckList(Themed, Translated, QListWidget):
    """One entry per check; selecting one shows it.

    Signals:
        check_picked: with the name of a check.
    """

    check_picked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[CheckLine, ...] = ()
        self._showing = False
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentRowChanged.connect(self._on_row)
        self._retranslate()

    def set_lines(self, lines: tuple[CheckLine, ...], shown: CheckLine) -> None:
        before, self._lines, self._showing = self._lines, lines, True
        while self.count() < len(lines):
            self.addItem(QListWidgetItem())
        for row, line in enumerate(lines):
            if row >= len(before) or line != before[row]:
                self._show(self.item(row), line)
        self.setCurrentRow(lines.index(shown))
        self._showing = False

    def _show(self, item: QListWidgetItem, line: CheckLine) -> None:
        title, became = check_title(line.name), line_text(line)
        item.setText(f"{title}\n{became}")
        item.setIcon(verdict_icon(line.status, self.theme))
        item.setToolTip(tool_tip(f"{title}: {became}"))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}: {became}")

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self.setIconSize(QSize(5 * unit, 5 * unit))
        self.setSpacing(0)
        sheet = Template(STYLE_SHEET).substitute(
            panel=self.theme.panel,
            line=self.theme.line,
            accent=self.theme.accent,
            text=self.theme.text,
            radius=self.theme.radius,
            small_radius=self.theme.small_radius,
            tint=mixed(self.theme.panel, self.theme.accent, share=TINT),
            inside=self.theme.unit // 2,
        )
        self.setStyleSheet(sheet)
        self.setFixedWidth(round(WIDTH * self.theme.scale))
        self._show_again()

    def _retranslate(self) -> None:
        self.setAccessibleName(translate("checks", "Checks"))
        self._show_again()

    def _show_again(self) -> None:
        for row, line in enumerate(self._lines):
            self._show(self.item(row), line)

    @Slot(int)
    def _on_row(self, row: int) -> None:
        if not self._showing and 0 <= row < len(self._lines):
            self.check_picked.emit(self._lines[row].name)


def line_text(line: CheckLine) -> str:
    """``failed · 1 of 24``."""
    number = short_number(line.finding) if line.finding is not None else ""
    return " · ".join(filter(None, (status_text(line.status), number)))


def status_text(status: LineStatus) -> str:
    if status == "waiting":
        return translate("checks", "not checked yet")
    if status == "running":
        return translate("checks", "checking …")
    return verdict_text(status)


MOST_NAMED = 6
"""Heads or tensors listed by name; the others are counted."""


class FindingView(Themed, Translated, QFrame):
    """On a panel of its own; words above, the picture below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: CheckLine | None = None
        self._model = ""
        self.title, self.verdict = text_label("title"), text_label(selectable=True, wraps=True)
        self.mark = text_label()
        self.meaning, self.cause, self.note = (
            text_label(role, wraps=True, selectable=True) for role in ("", "soft", "")
        )
        self.picture, self.nothing = PictureView(theme, of=MatrixPicture), placeholder(wraps=True)
        self.numbers = text_label("small", wraps=True, selectable=True)
        self._head = filled(QHBoxLayout(), self.mark, (self.verdict, 1))
        self._rows = filled(QVBoxLayout(self), self.title, self._head)
        for words in (self.meaning, self.cause, self.note):
            self._rows.addWidget(words)
        for part in (self.picture, self.nothing):
            self._rows.addWidget(part, 1)
        self._rows.addWidget(self.numbers)
        self.setProperty("panel", True)
        self.set_theme(theme)

    def set_line(self, line: CheckLine, *, model: str) -> None:
        if (line, model) != (self._line, self._model):
            self._line, self._model = line, model
            self._show()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 3 * unit)
        self._rows.setSpacing(2 * unit)
        self._head.setSpacing(2 * unit)
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        if self._line is None:
            return
        line, found = self._line, self._line.finding
        side = 5 * self.theme.unit
        self.mark.setPixmap(verdict_icon(line.status, self.theme).pixmap(side, side))
        self.mark.setAccessibleName(status_text(line.status))
        self.title.setText(check_title(line.name))
        number = check_number(found) if found is not None else ""
        self.verdict.setText(" · ".join(filter(None, (status_text(line.status), number))))
        self.meaning.setText(check_meaning(line.name))
        cause, well = check_cause(line.name), found is not None and found.verdict == "passed"
        if_not = translate("checks", "If this fails: {cause}")
        self.cause.setText(if_not.format(cause=cause[:1].lower() + cause[1:]) if well else cause)
        self.cause.setHidden(found is not None and found.verdict == "not applicable")
        note = " ".join(_notes(found)) if found is not None else ""
        self.note.setText(note)
        self.note.setHidden(not note)
        self._show_picture(found)

    def _show_picture(self, found: Finding | None) -> None:
        measured = found.measured if found is not None else None
        picture = check_picture(measured, model=safe(self._model)) if measured else None
        self.picture.set_picture(picture)
        self.picture.setVisible(picture is not None)
        self.nothing.setVisible(picture is None)
        self.nothing.setText(
            translate("checks", "Nothing was measured, so there is no picture.")
            if found is not None
            else translate("checks", "The picture appears after the check.")
        )
        self.numbers.setText(what_numbers_are(measured) if measured is not None else "")
        self.numbers.setVisible(measured is not None)


def _notes(found: Finding) -> Iterator[str]:
    if found.rests_on is not None:
        yield rests_on_text(found.rests_on)
    if found.note is not None:
        yield check_note(found.note)
    names = [*map(head_place, found.heads), *map(safe, found.names)]
    if names:
        shown = ", ".join(names[:MOST_NAMED])
        text = translate("checks", "Affected: {names}.")
        if len(names) > MOST_NAMED:
            text = translate("checks", "Affected: {names} and {more} more.")
        yield text.format(names=shown, more=len(names) - MOST_NAMED)


SIZE, PROGRESS = (1040, 700), 160
"""Px at 100 %; how wide the bar is."""

COUNTED: tuple[Verdict, ...] = ("passed", "warning", "failed", "not applicable")


class CheckDialog(Themed, Translated, QDialog):
    """Not modal: the window stays usable while the model is checked; closing it stops the round."""

    def __init__(self, theme: Theme, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        own: StateSlot[CheckState] = field_slot(services.store, "checks")
        self._controller = CheckController(services, own, self)
        self._snapshot = resolve_checks(own.now)
        self._scale = 0.0
        self.sentence = text_label(wraps=True)
        self.progress = QProgressBar(textVisible=False)
        self.progress.setRange(0, len(CHECK_NAMES))
        self.again, self.close_button = QPushButton(), QPushButton()
        self.list, self.finding = CheckList(), FindingView(theme)
        name_parts(self, "check-dialog")
        self._top = filled(
            QHBoxLayout(), (self.sentence, 1), self.progress, self.again, self.close_button
        )
        self._middle = filled(QHBoxLayout(), self.list, (scrolled(self.finding), 1))
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()
        services.presenter.show(own, resolve_checks, self.set_snapshot)

    def open_page(self) -> None:
        if not self._snapshot.running:
            self._controller.begin()
        self.show()
        self.raise_()
        self.activateWindow()

    def set_snapshot(self, snapshot: CheckSnapshot) -> None:
        self._snapshot = snapshot
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        # Nothing is painted while the page is hidden.
        self._show()
        super().showEvent(event)

    def reject(self) -> None:
        # Esc, Close and the window's close button also stop the round.
        self._controller.stop()
        super().reject()

    def _arrange(self) -> None:
        self.setModal(False)
        for row in (self._top, self._middle):
            self._rows.addLayout(row)
        self._rows.setStretchFactor(self._middle, 1)
        for button in (self.again, self.close_button):
            button.setAutoDefault(False)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.again.clicked.connect(self._again_or_stop)
        self.close_button.clicked.connect(self.reject)
        self.list.check_picked.connect(self._controller.pick)

    @Slot()
    def _again_or_stop(self) -> None:
        controller = self._controller
        (controller.stop if self._snapshot.running else controller.begin)()

    def _apply_theme(self) -> None:
        unit = self.theme.unit
        self._rows.setContentsMargins(4 * unit, 4 * unit, 4 * unit, 4 * unit)
        for box in (self._rows, self._middle, self._top):
            box.setSpacing(3 * unit)
        self.progress.setFixedWidth(round(PROGRESS * self.theme.scale))
        if self._scale != self.theme.scale:  # whoever made it larger or smaller keeps that else
            self._scale = self.theme.scale
            wanted = QSize(*(round(side * self._scale) for side in SIZE))
            self.resize(wanted.boundedTo(self.screen().availableSize()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Check this model"))
        self.progress.setAccessibleName(self.windowTitle())
        say(self.close_button, self.tr("Close"), self.tr("Close this page; a running check stops"))
        self._show()

    def _show(self) -> None:
        shown = self._snapshot
        self.sentence.setText(self._sentence(shown))
        self.progress.setVisible(shown.running)
        self.progress.setValue(shown.done)
        if shown.running:
            say(self.again, self.tr("Stop"), self.tr("Stop checking; results so far are kept"))
        else:
            say(self.again, self.tr("Check again"), self.tr("Check the model that is open now"))
        self.list.set_lines(shown.lines, shown.shown)
        self.finding.set_line(shown.shown, model=shown.model)

    def _sentence(self, shown: CheckSnapshot) -> str:
        if shown.problem is not None:
            return message_text(shown.problem)
        if shown.gone:
            return self.tr("Another model is open now. Check again to test it.")
        name = isolated(shown.model)
        if shown.running:
            said = self.tr("Checking {model}: {done} of {count} checks done…")
            return said.format(model=name, done=shown.done, count=len(CHECK_NAMES))
        counts = [(shown.count(verdict), verdict_text(verdict)) for verdict in COUNTED]
        told = " · ".join(
            self.tr("{number} {verdict}").format(number=number, verdict=word)
            for number, word in counts
            if number
        )
        said = self.tr("{model}: {count} checks · {told}")
        if shown.done < len(CHECK_NAMES):
            said = self.tr("{model}: stopped after {done} of {count} checks · {told}")
        return said.format(model=name, done=shown.done, count=len(CHECK_NAMES), told=told)
