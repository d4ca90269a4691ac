"""``headlight evaluate``: scores of a translated file, and what cannot be evaluated."""

import io
import sys

import pytest
from sacrebleu.metrics import BLEU

from tests.viz_app.cli.commands import PHRASES, assert_refused

SOURCES = tuple(source for source, _ in PHRASES)
TARGETS = tuple(target for _, target in PHRASES)
OTHERS = ("I own a cat.", "He owns a dog.", "Hello!", "I love cats.")


@pytest.fixture
def write(tmp_path):

    def lines_or_bytes(name: str, content):
        path = tmp_path / name
        lines = content if isinstance(content, bytes) else "".join(f"{x}\n" for x in content)
        path.write_bytes(lines if isinstance(lines, bytes) else lines.encode())
        return path

    return lines_or_bytes


@pytest.fixture
def evaluate(headlight, phrases, write):

    def run(source, *references, options=()):
        files = [write(f"reference {number}", lines) for number, lines in enumerate(references)]
        given = [part for file in files for part in ("--reference", file)]
        return headlight("evaluate", phrases, "--source", write("source", source), *given, *options)

    return run


def test_what_a_model_knows_by_heart_scores_100_and_progress_goes_to_stderr(evaluate):
    outcome = evaluate(SOURCES, TARGETS)
    bleu, chrf, exact = outcome.out.splitlines()
    assert outcome.status == 0
    assert bleu.startswith("BLEU 100.00  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert chrf.startswith("chrF 100.00  nrefs:1|case:mixed|")
    assert exact == "exact match 100.0 %"
    assert outcome.err.startswith("translated 4 of 4, ")
    assert outcome.err.endswith(" sentences/s, 0:00 left\n")


def test_a_match_with_any_reference_is_exact(evaluate):
    outcome = evaluate(SOURCES, OTHERS, (TARGETS[0], "x", "hello .", "x"))
    assert outcome.out.endswith("exact match 25.0 %\n")
    outcome = evaluate(SOURCES, OTHERS, (TARGETS[0], "x", "hello .", "x"), options=["--lowercase"])
    assert outcome.out.endswith("exact match 50.0 %\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "The source is empty"),
        ("猫" * 100, "has 100 tokens; this model reads at most 63"),
        ("☃", "This model knows no token in “☃”"),
    ],
)
def test_a_line_that_cannot_be_translated_counts_as_empty(evaluate, line, why):
    outcome = evaluate([*SOURCES[:2], line, *SOURCES[2:]], [*TARGETS[:2], "Snow.", *TARGETS[2:]])
    references = [[*TARGETS[:2], "Snow.", *TARGETS[2:]]]
    bleu = BLEU().corpus_score([*TARGETS[:2], "", *TARGETS[2:]], references).score
    assert outcome.status == 0
    assert outcome.out.startswith(f"BLEU {bleu:.2f} ")
    assert outcome.out.endswith("exact match 80.0 %\n")
    complaints = [text for text in outcome.err.splitlines() if text.startswith("headlight: ")]
    assert complaints[0].startswith("headlight: Line 3: ")
    assert why in complaints[0]
    assert complaints[1:] == [
        "headlight: 1 of 5 lines could not be translated and are scored as empty translations."
    ]


def test_bad_lines_are_counted_and_without_a_good_one_there_is_no_score(evaluate):
    outcome = evaluate([SOURCES[0], *["☃"] * 2000], ["a"] * 2001)
    assert outcome.status == 0
    assert outcome.out.startswith("BLEU 0.00 ")
    assert [line[:17] for line in outcome.err.splitlines() if "Line" in line] == [
        f"headlight: Line {number}" for number in range(2, 7)
    ]
    assert "2,000 of 2,001 lines could not be translated" in outcome.err
    outcome = evaluate(["☃"] * 3, ["a"] * 3)
    assert (outcome.status, outcome.out) == (1, "")
    (said,) = [line for line in outcome.err.splitlines() if line.startswith("headlight: ")]
    assert said.startswith("headlight: No line of ")
    assert "source could be translated. Line 1: This model knows no token in “☃”" in said


@pytest.mark.parametrize(
    ("source", "reference", "why"),
    [
        (b"", TARGETS, "source is empty."),
        (SOURCES, b"", "reference 0 is empty."),
        (b"\xff\xfe", TARGETS, "source is not UTF-8 text (byte 0)."),
        (SOURCES, b"Hello.\n\x80", "reference 0 is not UTF-8 text (byte 7)."),
    ],
)
def test_files_that_cannot_be_evaluated(evaluate, source, reference, why):
    assert_refused(evaluate(source, reference), why)
    outcome = evaluate(SOURCES, TARGETS, TARGETS[:1])
    assert_refused(outcome, "source has 4 lines, but ", "reference 1 has 1: ")


def test_a_missing_file_is_found_before_the_model_is_loaded(headlight, phrases, write, tmp_path):
    good = write("a", SOURCES)
    for source, reference in ((tmp_path / "no", good), (good, tmp_path / "no"), (tmp_path, good)):
        outcome = headlight("evaluate", phrases, "--source", source, "--reference", reference)
        assert_refused(outcome, " cannot be read: ")
    source = write("a", SOURCES)
    outcome = headlight("evaluate", "no such model", "--source", source, "--reference", "no")
    assert "no cannot be read" in outcome.err


def test_it_agrees_with_translate(evaluate, headlight, phrases, monkeypatch):
    """The translations that count are those of ``headlight translate -``."""
    sources = [*SOURCES, "我有猫。", "他喜欢狗。", "你有一只猫。"]
    lines = io.BytesIO("\n".join(sources).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines, encoding="utf-8"))
    translated = headlight("translate", "-", "--model", phrases)
    assert evaluate(sources, translated.out.encode()).out.endswith("exact match 100.0 %\n")
