"""Lessons: Markdown files of scenes, some with a question. Nothing in them is executed.

    ---
    title: Masks
    minutes: 6
    ---

    ## A row attends to earlier tokens

    ```scene
    text: 猫咬了狗。
    head: decoder 1 1
    ```

    The note: paragraphs, with formulas such as √d_k; then perhaps a block ```question.

A scene has the model, the text and the tab of the one before, unless it has its own. Answers are
described in :mod:`model.lessons.questions`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import yaml
from msgspec import Meta

from model.files import read_text
from model.lessons.questions import Question, parsed
from model.messages import Message, UserError
from model.special_tokens import SPECIAL_TOKENS
from model.traces.trace import KINDS, Kind
from model.values import Count, Few, ShortText, fields_named, hints_of, read

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "lessons"
ORDER = ("tour", "words", "one-head", "masks", "heads", "learning")
"""Shipped lessons by the names of their files, in the order of the list."""

MOST_BYTES = 2**20

_Cover = Literal["prediction", "candidates", "translation", "later", "row", "picture"]

HeadGroup = tuple[Kind, int | None, int | None]
"""A kind, a layer of it, or one head, from 0."""

_HEADS = re.compile(rf"({'|'.join(KINDS)})(?: ([1-9]\d{{0,3}}))?(?: ([1-9]\d{{0,3}}))?", re.ASCII)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--?")


class LessonError(UserError):
    """A lesson that cannot be used: one sentence with file and line."""


def lesson_error(path: Path, line: int, problem: Message) -> LessonError:
    return LessonError("{file}, line {line}: {problem}", file=path.name, line=line, problem=problem)


# ----------------------------------------------------------------------------------------- values


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonScene:
    """A state of the window, a note, and perhaps a question.

    Attributes:
        title, note, line, question: of its section; the note is paragraphs of plain text.
        model: name of one in the library.
        text: the sentence.
        without: heads that are off, on a branch.
        prefix: the words that the target begins with, on a branch.
        step: from 1.
        head: the selected one.
        view, options: of :class:`~viz_app.workbench.state.AttentionOptions`; options by name.
        panel: of the slice of the tab's panel, by name.
        hide: what is covered, in the order in which it is revealed.
        show: object name of a control to draw a frame around.
        train: task that the form of *Train* is filled in with, for one minute.
        moment: update of the shown run at which the time-lapse is, or the first after it.
        formula: name of one in ``formulas.tsv``, below the note.
        term, names: of an entry of the glossary, see :mod:`viz_app.storage.glossary`.
    """

    title: ShortText
    note: tuple[str, ...]
    line: int
    question: Question | None = None
    model: ShortText = ""
    text: ShortText = ""
    tab: ShortText = "attention"
    without: Few[ShortText] = ()
    prefix: ShortText = ""
    step: Annotated[int, Meta(ge=1, le=9999)] | None = None
    head: ShortText = ""
    view: ShortText = ""
    options: Mapping[ShortText, Any] = field(default_factory=dict)
    panel: Mapping[ShortText, Any] = field(default_factory=dict)
    hide: Few[_Cover] = ()
    show: ShortText = ""
    train: ShortText = ""
    moment: Count | None = None
    formula: ShortText = ""
    term: ShortText = ""
    names: Few[ShortText] = ()

    @property
    def off(self) -> tuple[HeadGroup, ...]:
        return tuple(map(head_group, self.without))

    @property
    def place(self) -> HeadGroup | None:
        return head_group(self.head) if self.head else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson as a file has it; ``minutes``: about how long it takes."""

    title: ShortText
    minutes: Annotated[int, Meta(ge=1, le=999)] = 5
    model: ShortText = ""
    scenes: tuple[LessonScene, ...] = ()
    path: Path = Path()

    @property
    def name(self) -> str:
        """The file's without language and suffix, by which progress is kept."""
        return self.path.name.partition(".")[0]


def head_group(text: str) -> HeadGroup:
    """``cross 2 8``, ``cross 2`` or ``cross``; raises UserError."""
    match = _HEADS.fullmatch(" ".join(text.split()))
    if match is None:
        raise UserError("{text!r} is not a head such as cross 2 8.", text=text)
    layer, head = (None if part is None else int(part) - 1 for part in match.groups()[1:])
    kind: Any = match[1]
    return kind, layer, head


# ---------------------------------------------------------------------------------------- reading


def shipped_path(name: str, language: str) -> Path:
    """Of a lesson in ``en`` or ``zh``."""
    return FOLDER / f"{name}.{language}.md"


def read_lesson(path: Path) -> Lesson:
    """Raises LessonError, which says what is wrong in which line."""
    try:
        return parsed_lesson(read_text(path, most=MOST_BYTES), path)
    except OSError as error:
        message = Message("The file cannot be read: {reason}.", {"reason": error.strerror})
        raise lesson_error(path, 1, message) from error
    except UnicodeDecodeError as error:
        raise lesson_error(path, 1, Message("This is not a text file in UTF-8.")) from error


def parsed_lesson(text: str, path: Path) -> Lesson:
    """The lesson in a text; ``path`` is named in errors."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    _refuse_html(lines, path)
    if lines[:1] != ["---"] or "---" not in lines[1:]:
        problem = Message("A lesson begins with title and minutes between two lines of ---.")
        raise lesson_error(path, 1, problem)
    end = lines.index("---", 1)
    told = _values(_Block("head", 1, lines[1:end]), path)
    if not told.get("title"):
        raise lesson_error(path, 1, Message("The title is missing."))
    scenes: list[LessonScene] = []
    before = {"model": told.get("model", "")}
    for section in _sections(lines, end + 1, path):
        scenes.append(_scene(section, before, path))
        before = fields_named(scenes[-1], ("model", "text", "tab"))
    if not scenes:
        raise lesson_error(path, len(lines), Message("Expected a scene: a line ## Title."))
    return Lesson(**told, scenes=tuple(scenes), path=path)


class _Block(NamedTuple):
    """A block of YAML and the number of the line before it."""

    name: str
    line: int
    lines: list[str]


class _Section(NamedTuple):
    title: str
    line: int
    text: list[str]
    blocks: list[_Block]


def _refuse_html(lines: Sequence[str], path: Path) -> None:
    for number, line in enumerate(lines, start=1):
        tags = (tag for tag in _TAG.findall(line) if tag not in SPECIAL_TOKENS)
        for tag in tags:
            raise lesson_error(path, number, Message("HTML is not allowed: {tag}.", {"tag": tag}))


def _sections(lines: Sequence[str], start: int, path: Path) -> Iterable[_Section]:
    sections: list[_Section] = []
    numbered = iter(enumerate(lines[start:], start=start + 1))
    for number, line in numbered:
        if line.startswith("## "):
            sections.append(_Section(line[3:].strip(), number, [], []))
        elif line and not sections:
            raise lesson_error(path, number, Message("Expected a scene: a line ## Title."))
        elif line.startswith("```"):
            block = _Block(line[3:].strip(), number, [])
            inside = takewhile(lambda each: each[1] != "```", numbered)
            block.lines.extend(each for _, each in inside)
            if block.name not in {"scene", "question"}:
                problem = Message("Only blocks ```scene and ```question are allowed.")
                raise lesson_error(path, number, problem)
            sections[-1].blocks.append(block)
        elif sections:
            sections[-1].text.append(line)
    return sections


def _scene(section: _Section, before: Mapping[str, Any], path: Path) -> LessonScene:
    note = (" ".join(part.split()) for part in "\n".join(section.text).split("\n\n"))
    told = {**before, "note": tuple(filter(None, note))}
    for block in section.blocks:
        values = _values(block, path)
        if block.name == "scene":
            told |= values
            continue
        try:
            told["question"] = Question(**values)
        except UserError as error:
            raise lesson_error(path, block.line, error.message) from error
        except TypeError as error:
            problem = Message("A question needs ask, kind, answer, right and wrong.")
            raise lesson_error(path, block.line, problem) from error
    return LessonScene(**told, title=section.title, line=section.line)


def _values(block: _Block, path: Path) -> dict[str, Any]:
    """The values of a block, each of the type of its field."""
    cls, others = _BLOCKS[block.name]
    kinds = {name: kind for name, kind in hints_of(cls).items() if name not in others}
    line, values = block.line + 1, dict[str, Any]()
    try:
        # All words are texts: without tags there is nothing to execute.
        node = yaml.compose("\n".join(block.lines), _ValueLoader)
        if not isinstance(node, yaml.MappingNode):
            raise UserError("Lines such as NAME: VALUE are needed.")
        for key, value in node.value:
            line, name = block.line + 1 + key.start_mark.line, str(key.value)
            if name not in kinds:
                known = ", ".join(kinds)
                raise UserError("{name!r} is unknown; known: {known}.", name=name, known=known)
            loader = _ValueLoader if name in {"options", "panel"} else yaml.BaseLoader
            told = loader("").construct_object(value, deep=True)
            values[name] = _read(name, kinds[name], told)
    except (yaml.YAMLError, RecursionError) as error:
        mark, why = getattr(error, "problem_mark", None), getattr(error, "problem", "")
        line = line if mark is None else block.line + 1 + mark.line
        problem = Message(
            "This is not valid YAML ({why}). A text with a colon needs quotation marks.",
            {"why": why},
        )
        raise lesson_error(path, line, problem) from error
    except UserError as error:
        raise lesson_error(path, line, error.message) from error
    return values


_BLOCKS: Mapping[str, tuple[type, Collection[str]]] = {
    "head": (Lesson, {"scenes", "path"}),
    "scene": (LessonScene, {"title", "note", "line", "question"}),
    "question": (Question, ()),
}
"""What a block describes, and the fields that it does not have."""


def _read(name: str, kind: Any, told: Any) -> Any:
    """Raises UserError for a value of another type."""
    if name == "choices" and isinstance(told, list):
        told = {each: each for each in told if isinstance(each, str)}
    elif name in {"without", "hide"} and isinstance(told, str):
        told = [told]
    made = read(kind, told, name, strict=False)
    check = {"without": head_group, "head": head_group, "answer": parsed}.get(name)
    if check is not None:
        for text in made if name == "without" else [made]:
            check(text)
    return made


class _ValueLoader(yaml.BaseLoader):  # type: ignore[misc] # yaml has no types
    """Texts without quotation marks are numbers, true, false or null where they look like it."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):  # a short text could have very many values
            raise UserError("Aliases such as *name are not allowed.")
        return super().compose_node(parent, index)

    def construct_scalar(self, node: Any) -> Any:
        text = super().construct_scalar(node)
        try:
            return json.loads(text, parse_constant=str) if node.style is None else text
        except ValueError:
            return text


# ---------------------------------------------------------------------------------------- writing

_WRITTEN = (
    *("model", "text", "tab", "without", "prefix", "step", "head"),
    *("view", "options", "panel", "hide"),
)
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`+)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>|```)+[ \t]*", re.MULTILINE)
_APART = re.compile(
    r"\n[ \t]*\n|\n(?=[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]|\|.*\|[ \t]*(?:\n|\Z)))|(?<=\n)(?=[ \t]*#)"
)
_ROW = re.compile(r"^\|(?P<cells>.*)\|$")  # of a table
_RULE = re.compile(r":?-+:?")


def lesson_text(lesson: Lesson) -> str:
    """A file that :func:`parsed_lesson` reads; what is only of the shipped lessons is left out."""
    before: Mapping[str, Any] = {"model": lesson.model, "text": "", "tab": "attention"}
    head = fields_named(lesson, ("title", "minutes", "model"))
    parts = [f"---\n{_dumped(head)}---\n"]
    for scene in lesson.scenes:
        told = fields_named(scene, _WRITTEN)
        told = {name: told[name] for name in told if told[name] != before.get(name)}
        parts.append(f"\n## {_line(scene.title)}\n\n```scene\n{_dumped(told)}```\n")
        parts += (f"\n{paragraph}\n" for paragraph in scene.note)
        before = fields_named(scene, ("model", "text", "tab"))
    return "".join(parts).encode("utf-8", "replace").decode()


def note_of(markdown: str) -> tuple[str, ...]:
    """The paragraphs of a scene's note as a lesson has them: plain text, a paragraph an item."""
    paragraphs = _APART.split("\n".join(markdown.splitlines()))
    plain = (_EMPHASIS.sub(r"\2", _LINK.sub(r"\1", _MARKS.sub("", one))) for one in paragraphs)
    lines = (_ROW.sub(_cells, _line(one)) for one in plain)
    return tuple(filter(None, (_MARKS.sub("", line) for line in lines)))


def _cells(row: re.Match[str]) -> str:
    """The cells of a row of a table as text; empty for the line below its head."""
    cells = [cell.strip() for cell in row["cells"].split("|")]
    return "" if all(map(_RULE.fullmatch, cells)) else " · ".join(filter(None, cells))


def _line(text: str) -> str:
    """A text in one line, in which no tag is HTML."""
    parts = (
        f"< {tag[1:]}" if _TAG.fullmatch(tag) and tag not in SPECIAL_TOKENS else tag
        for tag in re.split(f"({_TAG.pattern})", text)
    )
    return " ".join("".join(parts).split())


def _dumped(told: Mapping[str, Any]) -> str:
    """Values as JSON, which is YAML, in lines without HTML; empty ones are left out."""
    values = {name: json.dumps(told[name], ensure_ascii=False) for name in told if told[name]}
    lines = (f"{name}: {''.join(map(_escaped, value))}\n" for name, value in values.items())
    return "".join(lines)


def _escaped(letter: str) -> str:
    shown = letter.isprintable() or "\ud800" <= letter <= "\udfff"  # half a pair can be typed
    return letter if shown and letter != "<" else f"\\U{ord(letter):08x}"
