"""Lessons are read; what is wrong is said in one sentence with file and line."""

import dataclasses
from pathlib import Path

import pytest

from viz_app.storage.lessons import (
    MOST_BYTES,
    Lesson,
    LessonError,
    LessonScene,
    lesson_text,
    note_of,
    parsed_lesson,
    read_lesson,
)

FILE = Path("masks.en.md")

LESSON = """\
---
title: Masks, two scenes
minutes: 6
model: zh-en
---

## What is hidden

```scene
text: 猫咬了狗。
head: decoder 2 1
without: [cross 1, cross 2 8]
step: 3
options: {words: true, tint: entropy, mass: 0.9}
hide: later
```

A first paragraph
in two lines, with √d_k and </s>.

A second one: no HTML, as 1 < 2.

```question
ask: "Which word: this one?"
kind: token
of: candidates
answer: next word
right: "Yes. It is."
wrong: No. It is not.
```

## The next one

```scene
tab: masks
panel: {view: steps}
show: masks-views-steps
```
"""


def test_scenes_have_their_values_notes_and_questions():
    lesson = parsed_lesson(LESSON, FILE)
    assert (lesson.title, lesson.minutes, lesson.name) == ("Masks, two scenes", 6, "masks")
    first, second = lesson.scenes
    assert (first.title, first.line, first.text, first.step) == (
        "What is hidden",
        7,
        "猫咬了狗。",
        3,
    )
    assert first.place == ("decoder", 1, 0)
    assert first.off == (("cross", 0, None), ("cross", 1, 7))
    assert first.options == {"words": True, "tint": "entropy", "mass": 0.9}
    assert first.hide == ("later",)
    assert first.note == (
        "A first paragraph in two lines, with √d_k and </s>.",
        "A second one: no HTML, as 1 < 2.",
    )
    assert first.question.ask == "Which word: this one?"
    # model and sentence are those of the scene before
    assert (second.model, second.text, second.tab) == ("zh-en", "猫咬了狗。", "masks")
    assert (second.panel, second.show, second.question) == (
        {"view": "steps"},
        "masks-views-steps",
        None,
    )


def test_what_is_wrong_is_said_with_its_line():
    for old, new, line, said in (
        ("---\ntitle", "title", 1, "begins with title and minutes"),
        ("title: Masks, two scenes\n", "", 1, "title is missing"),
        (
            "Masks, two",
            "Masks: two",
            2,
            "not valid YAML (mapping values are not allowed here). A text",
        ),
        ("minutes: 6", "minutes: soon", 3, "minutes"),
        ("## What is hidden", "Some words", 7, "Expected a scene"),
        ("head: decoder 2 1", "head: decoder two", 11, "'decoder two' is not a head"),
        ("[cross 1, cross 2 8]", "[cross 1, [x]]", 12, "without"),
        ("step: 3", "step: 0", 13, "step"),
        ("step: 3", "steps: 3", 13, "'steps' is unknown; known: model, text"),
        ("hide: later", "hide: all", 15, "hide"),
        ("hide: later", "hide: [later", 15, "not valid YAML"),
        ("in two lines", "in <b>two</b> lines", 19, "HTML is not allowed: <b>"),
        ("in two lines", "in <!-- two lines", 19, "HTML is not allowed"),
        ("answer: next word", "answer: import os", 27, "'import os' cannot be computed"),
        ("of: candidates", "of: all", 26, "of"),
        ("wrong: No. It is not.\n", "", 23, "needs ask, kind, answer"),
        ("```question", "```python", 23, "Only blocks"),
        ("text: 猫咬了狗。", "text: !!python/object:os.x {}", 10, "text"),
        ("title: Masks, two scenes", "- text", 3, "not valid YAML"),
    ):
        assert old in LESSON
        with pytest.raises(LessonError) as error:
            parsed_lesson(LESSON.replace(old, new), FILE)
        assert str(error.value).startswith(f"masks.en.md, line {line}: "), (new, str(error.value))
        assert said in str(error.value), new


BOMB = b"".join(b", &a%d [%s]" % (n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 11))


def test_files_that_are_no_lessons_are_refused(tmp_path):
    for content, said in (
        (b"", "begins with title"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00", "not a text file in UTF-8"),
        (b"a" * (MOST_BYTES + 1), "cannot be read: File too large"),
        (b"---\ntitle: x\n---\n" + b"[" * 100_000, "line 4: Expected a scene"),
        (b"---\ntitle: " + b"[" * 100_000 + b"\n---\n", "not valid YAML"),
        (b"---\ntitle: &a [*a]\n---\n## A\n", "line 2: Aliases such as"),
        # nine to the power of ten values in a few lines
        (
            b"---\ntitle: x\n---\n## A\n```scene\nwithout: {a: [&a0 [x]" + BOMB + b"]}\n```\n",
            "Aliases such as *name are not",
        ),
    ):
        path = tmp_path / "lesson.md"
        path.write_bytes(content)
        with pytest.raises(LessonError) as error:
            read_lesson(path)
        assert str(error.value).startswith("lesson.md, line ")
        assert said in str(error.value)
        assert len(str(error.value)) < 600
    with pytest.raises(LessonError, match="The file cannot be read: No such"):
        read_lesson(tmp_path / "none" / "lesson.md")


def test_what_is_written_is_read_as_the_same_whatever_the_texts_are():
    awkward = ("yes", "12", "null", "1e5", ": x", "# x", "- x", "a <b>c</b> </s>", "a\u2028b")
    awkward += (
        "a\x85b\tc\n",
        "```",
        "---",
        '"',
        "'",
        "{x",
        "\U0001f600",
        " x ",
        "\\x3c",
        "%a",
        "@",
    )
    values = {f"option{number}": text for number, text in enumerate(awkward)}
    same = [[1, -2.5], [0.0, 1e-07]]  # an alias in YAML
    for text in awkward:
        scene = LessonScene(
            title="One",
            note=("A note.", "Another."),
            line=6,
            text=text,
            without=("cross", "decoder 1 2"),
            prefix=text,
            step=3,
            head="cross 2 8",
            options=values,
            panel={"one": same, "other": same, "deep": {"text": text, "none": None}},
            hide=("later", "row"),
        )
        lesson = Lesson(title=text.split("\n")[0] or "x", minutes=2, model="m", scenes=(scene,))
        again = parsed_lesson(lesson_text(lesson), FILE)
        assert again.title == lesson.title
        kept = dataclasses.replace(again.scenes[0], line=6)
        assert kept == dataclasses.replace(scene, model="m"), text


def test_a_note_becomes_paragraphs_of_plain_text():
    for note, paragraphs in (
        ("", ()),
        ("a\nb\n\n\nc", ("a b", "c")),
        ("## a\n\nb\n# c", ("a", "b", "c")),
        ("- a\n- *b* __c__", ("- a", "- b c")),
        ("> ## a", ("a",)),
        ("**## a**", ("a",)),
        ("```\ncode\n```", ("code",)),
        (
            "a:\n| b | c |\n|:--|---|\n| *d* | |\n\n|e| f\ng | h",
            ("a:", "b · c", "d", "|e| f g | h"),
        ),
        ("[x](y.html) ![z](w.png)", ("x z",)),
        ("a * b * c, snake_case_name", ("a * b * c, snake_case_name",)),
        ("1 < 2 <script>x</script> <s>", ("1 < 2 < script>x< /script> <s>",)),
    ):
        assert note_of(note) == paragraphs
        scene = LessonScene(title="a", note=note_of(note), line=6, step=1)
        text = lesson_text(Lesson(title="t", scenes=(scene,)))
        assert parsed_lesson(text, FILE).scenes[0].note == paragraphs
