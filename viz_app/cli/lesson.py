"""``headlight lesson``: a lesson file checked, with its answers computed, or as a worksheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.files import path_named, write_atomically
from model.lessons.by_hand import EXAMPLE, hand_record
from model.lessons.questions import Evidence, Question, computed, judged, offered
from model.messages import UserError
from model.special_tokens import BOS_ID
from viz_app.app.lesson_state import check_lesson
from viz_app.cli.arguments import CommandOptions, argument, device, option, path_ending_on
from viz_app.cli.loading import check_writable, model_named
from viz_app.cli.terminal import DONE, complain, draw_without_display, show, visible
from viz_app.storage.lessons import Lesson, LessonScene, lesson_error, read_lesson
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.traces.head_measures import Moment
    from model.traces.trace import Trace


@dataclass(frozen=True, kw_only=True)
class LessonOptions(CommandOptions):
    """Options of ``headlight lesson``."""

    run = "lesson.work_on_lesson"
    epilog = "The questions of a lesson are computed with its models; nothing else is executed."

    action: Literal["check", "print"] = argument("check|print")
    file: Path = argument("FILE", "the lesson, a Markdown file", read=Path)
    output: Path | None = option(
        "print: the worksheet (default: FILE with .pdf in place of .md)",
        "FILE.pdf",
        partial(path_ending_on, (".pdf",)),
        flags=("-o", "--output"),
    )
    device: str | None = device()

    def wrong(self) -> str | None:
        return "-o is for print only" if self.output and self.action == "check" else None


def work_on_lesson(options: LessonOptions) -> int:
    """Raises LessonError, one sentence with file and line, or WriteError."""
    lesson = read_lesson(path_named(options.file))
    check_lesson(lesson, Library())
    if options.action == "check":
        for line in tuple(answer_lines(lesson, options.device)):
            show(visible(line))
        show(visible(f"{options.file}: {lesson.title}, {len(lesson.scenes)} scenes"))
        return DONE
    path = options.output or options.file.with_suffix(".pdf")
    check_writable(path)
    write_atomically(path, worksheet(lesson))
    show(visible(str(path)))
    return DONE


# ------------------------------------------------------------------------------------------ check


def answer_lines(lesson: Lesson, device: str | None) -> Iterator[str]:
    """Every answer, computed; raises LessonError for one that cannot be."""
    load = cache(partial(model_named, device=device))
    for scene in lesson.scenes:
        try:
            model = load(scene.model) if scene.model and scene.text else None
            evidence = evidence_with(model, scene)
            if scene.question is not None:
                yield f"line {scene.line}: {answer_line(scene.question, evidence)}"
        except UserError as error:
            raise lesson_error(lesson.path, scene.line, error.message) from error


def answer_line(question: Question, evidence: Evidence) -> str:
    """The expression and its value; raises UserError if no choice is right."""
    answer = computed(question.expression, evidence).text
    texts = offered(question, evidence)
    if texts and not any(judged(question, name, evidence).right for name in texts):
        raise UserError(
            "{expression!r} is {answer}, which is none of the choices: {choices}.",
            expression=question.answer,
            answer=answer,
            choices=", ".join(texts),
        )
    return f"{question.answer} is {answer}"


def evidence_with(model: TrainedModel | None, scene: LessonScene) -> Evidence:
    """What the window would compute the answer from; raises UserError."""
    moments = _recorded_moments() if "update" in _asked(scene) else ()
    if model is None:
        return Evidence(moments=moments, hand=hand_record(EXAMPLE))
    from model.decoding.sweep import means_of, switched_off
    from model.traces.interventions import head_sites

    sites = [site for group in scene.off for site in head_sites(model.config, *group)]
    off = means_of(model).filled(switched_off(sites, "mean")) if sites else ()
    trace = _decoded(model.under(off), scene.text, scene.prefix)
    if scene.step is not None and scene.step > len(trace.steps):
        raise UserError(
            "There is no step {step}: the translation has {count}.",
            step=scene.step,
            count=len(trace.steps),
        )
    evidence = Evidence(
        trace=trace,
        step=(scene.step or 1) - 1,
        before=_decoded(model, scene.text) if sites or scene.prefix else None,
        moments=moments,
        hand=hand_record(EXAMPLE),
    )
    return _with_records(evidence, model, scene)


def _with_records(evidence: Evidence, model: TrainedModel, scene: LessonScene) -> Evidence:
    """With what other tabs compute, as far as the question needs it."""
    from model.decoding.batches import IdPair
    from model.lessons.with_torch.embedding import read_embedding
    from model.lessons.with_torch.positions import altered_steps

    trace, asked = evidence.shown, _asked(scene)
    if "nearest" in asked:
        pair = IdPair(trace.source_ids, (BOS_ID, *trace.predicted_ids))
        return dataclasses.replace(evidence, embedding=read_embedding(model, pair))
    if "altered" in asked:
        *_, record = altered_steps(model, scene.text, side="source", seed=0)
        return dataclasses.replace(evidence, altered=record)
    return evidence


def _decoded(model: TrainedModel, text: str, prefix: str = "") -> Trace:
    from model.decoding.greedy import translate_steps
    from model.text.tokenizer import target_ids

    given = target_ids(prefix, model.tgt_tokenizer) if prefix else ()
    *_, trace = translate_steps(model, text, prefix=given)
    return trace


def _recorded_moments() -> tuple[Moment, ...]:
    # of the run that is shown while the user has none
    from viz_app.panels.training.runs.jobs import recorded_steps

    *_, recorded = recorded_steps()
    return () if recorded is None or recorded.run is None else recorded.run.moments


def _asked(scene: LessonScene) -> str:
    return scene.question.answer if scene.question is not None else ""


# -------------------------------------------------------------------------------------- worksheet

A4 = 794, 1123
"""Px of a page."""

MARGIN, LARGEST, SMALLEST = 60, 17, 9
"""Px around the text; of the letters."""

ROOM, MOST_ROOM = 12, 40
"""Px above a line to write on, beside the height of the letters; added at most."""

WORDS = {
    "en": ("Name: {0}   Date: {0}", "Prediction:", "What was shown:"),
    "zh": ("姓名：{0}   日期：{0}", "预测：", "结果："),
}
"""In the language of the file: a worksheet is not in that of the window."""


def worksheet(lesson: Lesson) -> bytes:
    """A PDF of one page: the questions, with room for answers."""
    draw_without_display()
    from PySide6.QtCore import QRectF, QSize
    from PySide6.QtGui import QPainter

    from viz_app.cli.figures import missing_font, open_canvas
    from viz_app.pictures.figure_files import drawn

    canvas, page, lines = open_canvas(), QSize(*A4), [*worksheet_lines(lesson)]
    missing = missing_font([text for _, text in lines])
    if missing is not None:
        complain(missing)

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, "white")
        painter.translate(MARGIN, MARGIN)
        laid_out(lines, *(side - 2 * MARGIN for side in A4)).drawContents(painter)

    pdf = drawn(".pdf", page, paint)
    del canvas  # fonts live as long as it does
    return pdf


def laid_out(lines: Sequence[tuple[str, str]], width: int, height: int) -> Any:
    """In the largest letters that fit on a page; raises UserError if none do."""
    written = sum(role == "write" for role, _ in lines)
    for size in range(LARGEST, SMALLEST - 1, -1):
        left = height - _document(lines, width, size, ROOM).size().height()
        if left >= 0:
            return _document(lines, width, size, ROOM + min(left / written, MOST_ROOM))
    raise UserError(
        "The worksheet does not fit on one page: {count} lines for answers are too many.",
        count=written,
    )


def _document(lines: Sequence[tuple[str, str]], width: int, size: int, room: float) -> Any:
    """A QTextDocument; ``room`` in px above each line to write on."""
    from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument

    from viz_app.design.theme import families

    text, font = QTextDocument(), QFont(list(families()))
    font.setPixelSize(size)
    text.setDefaultFont(font)
    text.setDocumentMargin(0)
    text.setTextWidth(width)
    text.setDefaultStyleSheet(f"""
        p {{ margin: {size // 5}px 0 0 0 }} .write {{ margin-top: {room}px }}
        .title {{ font-size: {1.4 * size}px }} .heading {{ margin-top: {size}px }}
        .title, .heading {{ font-weight: 700 }}
        .choice {{ margin-left: {1.5 * size}px; text-indent: {-1.5 * size}px }}
    """)
    wide = QFontMetricsF(font).horizontalAdvance

    def paragraph(role: str, line: str) -> str:
        ruled = int((width - wide(f"{line} ")) / wide("_")) * "_" if role == "write" else ""
        return f'<p class="{role}">{escape(line)} {ruled}</p>'

    text.setHtml("".join(paragraph(role, line) for role, line in lines))
    return text


def worksheet_lines(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Texts without the answers, each after its class; without questions, of every scene."""
    language = lesson.path.name.split(".")[-2] if lesson.path.name.count(".") > 1 else "en"
    head, predicted, seen = WORDS.get(language, WORDS["en"])
    asked = [scene for scene in lesson.scenes if scene.question is not None]
    yield "title", lesson.title
    yield "heading", head.format(24 * "_")
    for number, scene in enumerate(asked or lesson.scenes, start=1):
        question = scene.question
        yield "heading", f"{number}. {scene.title}"
        if question is not None:
            yield "text", question.ask
            for text in question.choices.values():
                yield "choice", f"☐ {text}"
            if not question.choices:
                yield "write", predicted
        yield "write", seen
