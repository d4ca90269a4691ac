"""``headlight lesson``: every answer computed, one sentence on what is wrong, a page to print."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.viz_app.cli.commands import assert_misused, assert_refused
from viz_app.storage.lessons import MOST_BYTES, shipped_path

LESSON = """\
---
title: My lesson
minutes: 5
model: reverse
---

## The first letter

```scene
text: a b c
step: 1
```

```question
ask: Which letter comes first?
kind: token
choices: [a, c]
answer: next word
right: Yes.
wrong: No.
```

## Off

```scene
without: [cross]
```

```question
ask: How many words change?
kind: number
answer: changed
right: Yes.
wrong: No.
```
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my.en.md"
    path.write_text(LESSON, encoding="utf-8")
    return path


def test_answers_are_computed_by_the_models(headlight, file):
    outcome = headlight("lesson", "check", file, "--device", "cpu")
    first, second, last = outcome.out.splitlines()
    assert first == "line 7: next word is c"
    assert second.startswith("line 23: changed is ")
    assert last == f"{file}: My lesson, 2 scenes"
    assert (outcome.status, outcome.err) == (0, "")


def test_what_is_wrong_is_one_sentence_with_file_and_line(headlight, file, tmp_path):
    for old, new, said in (
        ("text: a b c", "text: a b c\nhead: cross 9 1", "line 7: z cross 9 1: layer 9 does not"),
        ("model: reverse", "model: nobody", "line 7: Model or file not found: 'nobody'"),
        ("[a, c]", "[a, b]", "line 7: 'next word' is c, which is none of the choices: a, b"),
        ("step: 1", "step: 40", "line 7: There is no step 40"),
        (
            "answer: changed",
            "answer: probability zoo",
            "line 23: This cannot be computed here: zoo",
        ),
        ("answer: changed", "answer: quit()", "line 32: 'quit()' cannot be computed"),
        ("text: a b c", "text: a <script>b</script> c", "line 10: HTML is not allowed: <script>"),
        ("---\ntitle", "title", "line 1: A lesson begins with title and minutes"),
    ):
        file.write_text(LESSON.replace(old, new), encoding="utf-8")
        outcome = headlight("lesson", "check", file, "--device", "cpu")
        assert_refused(outcome, f"my.en.md, {said}")
    huge = tmp_path / "huge.md"
    with huge.open("wb") as stream:
        stream.truncate(50 * MOST_BYTES)
    assert_refused(headlight("lesson", "check", huge), "huge.md, line 1: The file cannot be read")
    assert_refused(headlight("lesson", "print", tmp_path / "no.md"), "no.md, line 1")
    assert_misused(headlight("lesson", "teach", file), "invalid choice: 'teach'")
    assert_misused(headlight("lesson", "check", file, "-o", "x.pdf"), "-o is for print only")


def test_a_worksheet_is_one_page_in_the_language_of_the_file(headlight, tmp_path):
    for language, words in (("en", "Which token comes next?"), ("zh", "下一个词元是什么？")):
        path = tmp_path / f"{language}.pdf"
        lesson = shipped_path("masks", language)
        assert headlight("lesson", "print", lesson, "-o", path).out == f"{path}\n"
        (page,) = PdfReader(BytesIO(path.read_bytes())).pages
        text = page.extract_text().replace("\n", "")
        assert words.replace(" ", "") in text.replace(" ", "")
        assert "☐" in text


def test_it_is_written_beside_the_lesson_by_default(headlight, file):
    outcome = headlight("lesson", "print", file)
    assert outcome.out == f"{file.with_suffix('.pdf')}\n"
    assert file.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
