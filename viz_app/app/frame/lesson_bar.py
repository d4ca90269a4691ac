"""The bar of a lesson at the side of the pictures, and a frame around the control it is about."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viz_app.app.lesson_state import LessonHandle, LessonSnapshot
from viz_app.app.slices import LessonState
from viz_app.design.theme import Theme, light_theme
from viz_app.storage.glossary import without_links
from viz_app.texts.labels import message_text
from viz_app.texts.visible_token import safe, visible
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import filled, name_parts, scrolled, wrapped_label
from viz_app.widgets.lesson_page import FormulaView, show_typeset
from viz_app.widgets.questions import AnswerChoice, WrappedButton, judgement_sentence

NARROWEST, WIDEST = 264, 300
"""Of the bar in px at 100 %."""


class LessonBar(QFrame):
    """A scene of a lesson: its note, its question, and the way on; or the list of lessons."""

    def __init__(self, theme: Theme, handle: LessonHandle, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme, self._handle = theme, handle
        self._shown = LessonSnapshot(own=LessonState())
        self.setProperty("panel", True)
        self.setProperty("in_frame", True)
        enlarged = theme.body / light_theme().body
        parent.setMinimumWidth(round(NARROWEST * enlarged))
        parent.setMaximumWidth(round(WIDEST * enlarged))
        self.title, self.heading = wrapped_label("small"), wrapped_label("title")
        self.note, self.ask = wrapped_label(selectable=True), wrapped_label("title")
        self.formula = FormulaView(theme, "attention")
        self.choice, self.number = AnswerChoice(theme), QDoubleSpinBox()
        self.cell, self.problem = wrapped_label("soft"), wrapped_label("warning")
        self.verdict, self.explanation = wrapped_label("title"), wrapped_label(selectable=True)
        self.leave, self.check = QPushButton(), QPushButton()
        self.back, self.again, self.next = QPushButton(), QPushButton(), QPushButton()
        self.lessons: dict[str, WrappedButton] = {}
        self._given = ""
        for button in (self.check, self.next):
            button.setProperty("primary", True)
        for button in (self.leave, self.back, self.again):
            button.setProperty("compact", True)
        self._arrange()
        self._name()
        self.choice.picked.connect(self._pick)
        self.check.clicked.connect(self._on_check)
        self.leave.clicked.connect(partial(handle.leave))
        for button, by in ((self.back, -1), (self.again, 0), (self.next, 1)):
            button.clicked.connect(partial(handle.go, by))

    def set_snapshot(self, snapshot: LessonSnapshot | None) -> None:
        if snapshot is None or snapshot == self._shown:
            return
        old, self._shown = self._shown, snapshot
        if (old.own.lesson, old.own.index) != (snapshot.own.lesson, snapshot.own.index):
            self._given = ""
            self.number.setValue(0)
            self._area.verticalScrollBar().setValue(0)
        if snapshot.own.scene is None:
            self._show_list(snapshot)
        else:
            self._show_note(snapshot.own)
        self._show_question(snapshot)
        self._show_judgement(snapshot)
        if snapshot.judgement is not None and old.judgement is None:
            said = f"{self.verdict.text()} {self.explanation.accessibleName()}"
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))
            QTimer.singleShot(0, self, partial(self._area.ensureWidgetVisible, self.explanation))

    def _arrange(self) -> None:
        unit = self.theme.unit
        inside, self._list = QWidget(), QVBoxLayout()
        rows: tuple[QWidget, ...] = (
            *(self.heading, self.note, self.formula, self.ask, self.choice, self.number),
            *(self.cell, self.check, self.problem, self.verdict, self.explanation),
        )
        column = filled(QVBoxLayout(inside), *rows, self._list, spacing=3 * unit)
        column.addStretch(1)
        for left in (self.check, self.number):
            column.setAlignment(left, Qt.AlignmentFlag.AlignLeft)
        self._area: QScrollArea = scrolled(inside)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        top = filled(QHBoxLayout(), (self.title, 1), self.leave, spacing=2 * unit)
        foot = filled(QHBoxLayout(), self.back, self.again, (QWidget(), 1), self.next, spacing=unit)
        margins = (3 * unit, 2 * unit, 3 * unit, 3 * unit)
        filled(QVBoxLayout(self), top, (self._area, 1), foot, spacing=2 * unit, margins=margins)

    def _name(self) -> None:
        say(self.check, self.tr("Check"), self.tr("Compare the answer with what is computed"))
        say(self.back, self.tr("Back"), self.tr("Go to the previous scene"))
        say(self.again, self.tr("Reset"), self.tr("Show this scene again as it was at first"))
        self.number.setAccessibleName(self.tr("Answer"))
        self.number.setRange(-1e6, 1e6)

    def _show_note(self, own: LessonState) -> None:
        lesson, scene = own.lesson, own.scene
        if lesson is None or scene is None:
            return
        number, count = own.index + 1, len(lesson.scenes)
        title = self.tr("{title} · {number} of {count}") if lesson.name else "{title}"
        self._show_texts(
            title.format(title=lesson.title, number=number, count=count),
            scene.title,
            without_links("\n\n".join(scene.note)),
            scene.formula,
        )
        end = self.tr("Close the lesson; it continues here next time")
        say(self.leave, self.tr("Leave"), self.tr("Close the entry") if scene.term else end)
        last = number == count and bool(lesson.name)
        tip = self.tr("End the lesson") if last else self.tr("Go to the next scene")
        say(self.next, self.tr("Finish") if last else self.tr("Next"), tip)
        if not lesson.name:  # the number of steps to come is part of what is predicted
            say(
                self.leave, self.tr("Close"), self.tr("Close the question, and show what is hidden")
            )
            self.next.setHidden(count == 1)
        self.back.setEnabled(number > 1)

    def _show_list(self, shown: LessonSnapshot) -> None:
        note = self.tr(
            "Each lesson shows one idea in this window, and asks before it shows the answer. "
            "Lessons are always under Help."
        )
        self._show_texts(self.tr("Lessons"), self.tr("Learn how attention works"), note)
        say(self.leave, self.tr("Close"), self.tr("Close the list; it stays under Help"))
        for lesson in shown.own.listed:
            if lesson.name not in self.lessons:
                button = self.lessons[lesson.name] = WrappedButton(self.theme)
                name_parts(button, f"lesson-lessons-{lesson.name}")
                button.clicked.connect(partial(self._handle.open, lesson.name))
                self._list.addWidget(button)
            reached, text = shown.reached.get(lesson.name), self.tr("{title} ({minutes} min)")
            if reached:
                text = self.tr("{title} ({minutes} min, left at {number} of {count})")
            values = {"title": lesson.title, "minutes": lesson.minutes, "count": len(lesson.scenes)}
            self.lessons[lesson.name].set_texts(
                text.format(**values, number=(reached or 0) + 1), ""
            )

    def _show_texts(self, title: str, heading: str, note: str, formula: str = "") -> None:
        self.title.setText(title)
        self.formula.setVisible(bool(formula))
        if formula:
            self.formula.set_formula(formula)
        for label, text in ((self.heading, heading), (self.note, note)):
            show_typeset(label, text, self.theme)
        lists = self._shown.own.scene is None
        for button in (self.back, self.again, self.next):
            button.setHidden(lists)
        for line in self.lessons.values():
            line.setVisible(lists)

    def _show_question(self, shown: LessonSnapshot) -> None:
        scene, open_ = shown.own.scene, shown.judgement is None
        question = scene.question if scene is not None else None
        kind = question.kind if question is not None else ""
        self.ask.setHidden(question is None)
        self.choice.setVisible(kind in {"choice", "token"})
        self.number.setVisible(kind == "number" and open_)  # the verdict repeats it
        self.cell.setVisible(kind == "cell")
        self.check.setVisible(question is not None and open_)
        if question is None:
            return
        show_typeset(self.ask, question.ask, self.theme)
        written = visible if kind == "token" else safe  # a token shows its blanks
        texts = {name: written(text) for name, text in shown.texts.items()}
        right = next((name for name, text in shown.texts.items() if _is_right(text, shown)), None)
        self.choice.set_options(texts, picked=self._given, right=right, locked=not open_)
        self.number.setDecimals(2 if 0 < question.within < 1 else 0)
        chosen = self.tr("Click a cell of the picture.")
        if shown.cell:
            row, key = map(visible, shown.cell)
            chosen = self.tr("Chosen: “{key}” in the row “{row}”").format(key=key, row=row)
        self.cell.setText(chosen)
        ready = {"cell": bool(shown.cell), "number": True}
        self.check.setEnabled(shown.own.posed and ready.get(kind, bool(self._given)))

    def _show_judgement(self, shown: LessonSnapshot) -> None:
        judgement, scene, problem = shown.judgement, shown.own.scene, shown.own.problem
        question = scene.question if scene is not None else None
        self.problem.setText(message_text(problem) if problem is not None else "")
        self.problem.setVisible(problem is not None)
        for label in (self.verdict, self.explanation):
            label.setHidden(judgement is None)
        if judgement is None or question is None:
            return
        verdict = judgement_sentence(judgement)
        if shown.texts:  # the right one is marked
            verdict = self.tr("Right.") if judgement.right else self.tr("Not this time.")
        elif not judgement.right and judgement.shown == judgement.expected:  # a cell
            template = self.tr("Not this time: “{answer}” is right, but in another cell.")
            verdict = template.format(answer=safe(judgement.expected))
        elif not judgement.right:
            right = self.tr("The answer is “{answer}”.").format(answer=safe(judgement.expected))
            verdict = f"{verdict} {right}"
        self.verdict.setText(verdict)
        text = question.right if judgement.right else question.wrong
        show_typeset(self.explanation, text, self.theme)

    @Slot(str)
    def _pick(self, name: str) -> None:
        self._given = name
        self._show_question(self._shown)

    @Slot()
    def _on_check(self) -> None:
        number = f"{self.number.value():.9g}"
        self._handle.answer(number if self.number.isVisible() else self._given)
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)


def _is_right(text: str, shown: LessonSnapshot) -> bool:
    return shown.judgement is not None and shown.judgement.expected == text


# ---------------------------------------------------------------------------------- control frame

WATCH_MS = 100
"""How often the control is looked for: its page may be made later, and be scrolled."""


class ControlFrame(QWidget):
    """A frame around a control of the window; transparent for the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._name, self._theme = window, "", light_theme()
        self._found: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._watch = QTimer(self, interval=WATCH_MS)
        self._watch.timeout.connect(self._place)
        self.hide()

    def follow(self, name: str, theme: Theme) -> None:
        """Frame the control of an object name, wherever it moves; none if empty."""
        self._name, self._theme = name, theme
        if name:
            self._watch.start()
        else:
            self._watch.stop()
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        width = self._theme.unit * 0.75
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.warning), width))
            inner = QRectF(self.rect()).adjusted(width, width, -width, -width)
            painter.drawRoundedRect(inner, self._theme.radius, self._theme.radius)

    @Slot()
    def _place(self) -> None:
        control = self._found if self._found is not None and isValid(self._found) else None
        if control is None or control.objectName() != self._name:
            control = self._window.findChild(QWidget, self._name) if self._name else None
        self._found = control
        shown = control is not None and control.isVisible()
        if control is not None and shown:
            seen, gap = control.visibleRegion().boundingRect(), self._theme.unit
            place = QRect(control.mapTo(self._window, seen.topLeft()), seen.size())
            self.setGeometry(place.adjusted(-gap, -gap, gap, gap) & self._window.rect())
            self.raise_()
        self.setVisible(shown)
