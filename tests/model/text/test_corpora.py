"""Reading sentence pairs: dirty files are read as far as they go, and say what was left out."""

import gzip
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.messages import CorpusError, Message
from model.text.corpora import (
    Corpus,
    Dropped,
    Pair,
    combined,
    counted,
    read_aligned,
    read_lines,
    read_tsv,
)
from model.text.words import normalise
from tests.every import every


@pytest.fixture
def tsv(tmp_path: Path) -> Path:
    return tmp_path / "pairs.tsv"


TWO = [("a b", "c"), ("d", "e")]


@every(
    ("text", "pairs", "dropped"),
    [
        ("我 有\ti have\n你 有\tyou have\n", [("我 有", "i have"), ("你 有", "you have")], {}),
        ("a b\tc\tCC-BY 2.0 (France)\tmore\nd\te", TWO, {}),
        (
            "a b\tc\n\nalone\n\tno source\nno target\t\n   \t \n\u200b\tc\nd\te\n",
            TWO,
            {
                2: "empty",
                3: "no tab between source and target",
                4: "empty source",
                5: "empty target",
                6: "empty",
                7: "empty source",
            },
        ),
        ("a b\tc\r\nd\te\r\n", TWO, {}),
        ("a b\tc\rd\te\r", TWO, {}),
        ("\ufeffa b\tc\n\ufeffd\te\n", TWO, {}),  # joined files
        ("a\u00a0b\tc\u202f\nd \t e\n", TWO, {}),
        ("ａ b\tc\u200b\nd\te\x00\n", TWO, {}),
        (
            "a\u0085b\u2028c\u2029d\x0be\x0cf\x1cg\x1dh\x1ei\rj\tk\n",
            [("a b c d e f g h i j", "k")],
            {},
        ),
    ],
)
def test_each_line_is_a_pair_or_left_out_with_its_reason(tsv: Path, text: str, pairs, dropped):
    for path, data in (
        (tsv, text.encode()),
        (tsv.with_suffix(".GZ"), gzip.compress(text.encode())),
    ):
        path.write_bytes(data)
        corpus = read_tsv(path)
        assert corpus.pairs == tuple(Pair(*pair) for pair in pairs)
        assert {line.line: str(line.reason) for line in corpus.dropped} == dropped
        assert (corpus.report is None) == (not dropped)


def test_the_report_names_the_most_frequent_reason_first(tsv: Path):
    tsv.write_text("alone\n" + "\n" * 1200 + "a\tb\nc\td\n")
    assert str(read_tsv(tsv).report) == (
        "pairs.tsv: 1,201 of 1,203 lines were skipped: 1,200 × empty, 1 × no tab between "
        "source and target; the first is line 1."
    )


def test_each_reason_of_a_report_keeps_its_template(tsv: Path):
    tsv.write_text("a\tb\n\nalone\n\tx\n")
    reasons = counted(read_tsv(tsv).dropped)
    templates = [message.template for message in messages_in(reasons)]
    assert templates.count("{count:,} × {reason}") == 3
    assert {"empty", "no tab between source and target", "empty source"} <= set(templates)
    with pytest.raises(ValueError, match="no line"):
        counted(())


def messages_in(message: Message) -> Iterator[Message]:
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from messages_in(value)


@pytest.mark.parametrize("zeros", [1, 2**20 - 1, 2**20, 2**21 + 5])
def test_gzipped_files_may_follow_each_other_with_zeros_between(tmp_path: Path, zeros: int):
    path, filling = tmp_path / "pairs.tsv.gz", bytes(zeros)
    path.write_bytes(gzip.compress(b"a\tb\n") + filling + gzip.compress(b"c\td\n") + filling)
    assert read_tsv(path).pairs == (Pair("a", "b"), Pair("c", "d"))


@given(data=st.binary(max_size=200))
def test_no_bytes_crash_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    path = tmp_path_factory.getbasetemp() / "any.tsv"
    path.write_bytes(data)
    try:
        corpus = read_tsv(path)
    except CorpusError as error:
        assert "any.tsv" in str(error)
    else:
        assert all(side and side == normalise(side) for pair in corpus.pairs for side in pair)


PLAIN = "我 有 一 只 猫\ti have a cat .\n".encode() * 50


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(PLAIN)[:-20],
        gzip.compress(PLAIN)[:15],
        gzip.compress(PLAIN)[:40] + b"\x00\xff\x13" + gzip.compress(PLAIN)[43:],
        gzip.compress(PLAIN)[:-8] + b"\x00" * 8,
        b"not gzip at all",
    ],
    ids=["cut at the end", "cut at the start", "garbled", "wrong checksum", "foreign"],
)
def test_a_damaged_gzip_file_is_an_error_not_a_part(tmp_path: Path, data: bytes):
    path = tmp_path / "pairs.tsv.gz"
    path.write_bytes(data)
    with pytest.raises(CorpusError, match="cannot be read"):
        read_tsv(path)


@pytest.mark.parametrize(
    "data", ["a\tb\nö\tc\n".encode("latin-1"), "a\tb\n".encode("utf-16"), b"\x89PNG\r\n\x1a\n\x00"]
)
def test_a_file_that_is_not_utf8_is_an_error_with_the_place(tsv: Path, data: bytes):
    tsv.write_bytes(data)
    with pytest.raises(CorpusError, match=r"is not UTF-8 text \(byte \d+\)"):
        read_tsv(tsv)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path):
    with pytest.raises(CorpusError) as failure:
        read_tsv(tmp_path / "nowhere.tsv")
    assert str(failure.value).endswith("nowhere.tsv cannot be read: No such file or directory.")
    (tmp_path / "x").write_text("a\n")
    for read in (lambda: read_tsv(tmp_path), lambda: read_aligned(tmp_path / "x", tmp_path / "y")):
        with pytest.raises(CorpusError, match="cannot be read"):
            read()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("", "it is empty"), ("\n\n", "line 1: empty"), ("words\n", "line 1: no tab")],
)
def test_a_file_without_a_pair_is_an_error_that_says_why(tsv: Path, text: str, reason: str):
    tsv.write_text(text)
    with pytest.raises(CorpusError, match=reason):
        read_tsv(tsv)


UNPAIRED = "the other file has no matching line"


def test_aligned_files_pair_line_by_line(tmp_path: Path):
    source, target = tmp_path / "a.de", tmp_path / "a.en.gz"
    source.write_text("eins\nzwei\n")
    target.write_bytes(gzip.compress(b"one\ntwo\n"))
    corpus = read_aligned(source, target)
    assert corpus.pairs == (Pair("eins", "one"), Pair("zwei", "two"))
    assert corpus.name == "a.de, a.en.gz"


@every(
    ("left", "right", "pairs", "dropped"),
    [
        ("a\nb\n", "c\nd\ne\nf\n", [("a", "c"), ("b", "d")], {3: UNPAIRED, 4: UNPAIRED}),
        ("c\nd\ne\nf\n", "a\nb\n", [("c", "a"), ("d", "b")], {3: UNPAIRED, 4: UNPAIRED}),
        ("a\n\nc\n", "1\n2\n3\n", [("a", "1"), ("c", "3")], {2: "empty source"}),
    ],
)
def test_lines_without_a_partner_are_dropped(tmp_path: Path, left, right, pairs, dropped):
    source, target = tmp_path / "x", tmp_path / "y"
    source.write_text(left)
    target.write_text(right)
    corpus = read_aligned(source, target)
    assert corpus.pairs == tuple(Pair(*pair) for pair in pairs)
    assert {line.line: str(line.reason) for line in corpus.dropped} == dropped


def test_a_line_ends_at_a_newline_only_and_has_no_byte_order_mark(tmp_path: Path):
    path = tmp_path / "x"
    path.write_bytes("\ufeffa\u2028b\x0cc\nd\n".encode())
    assert [*read_lines(path)] == ["a\u2028b\x0cc", "d"]


@pytest.mark.parametrize("source", ["a", "我", "😀"])  # in memory 1, 2 and 4 bytes a character
def test_a_file_of_one_line_takes_twice_its_size(tsv: Path, source: str):
    tsv.write_text(f"{source}\tb\n", encoding="utf-8")
    os.truncate(tsv, 2**26)  # what follows is zeros
    tracemalloc.start()
    try:
        corpus = read_tsv(tsv)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2 * 2**26 + 2**23
    assert corpus.pairs == (Pair(source, "b"),)
    assert corpus.dropped == (
        Dropped(2, Message("longer than {most:,} characters", {"most": 2**18})),
    )


@pytest.mark.parametrize("before", range(5))
def test_lines_are_those_of_the_text_wherever_a_part_of_it_ends(tsv: Path, before: int):
    text = (
        "a" * before + "我é\t😀\n" * 2**18
    )  # three parts, none of which need end with a character
    tsv.write_text(text, encoding="utf-8")
    assert [*read_lines(tsv)] == text.splitlines()


@pytest.mark.parametrize("before", range(5))
def test_a_long_line_of_many_bytes_a_character_comes_without_its_rest(tsv: Path, before: int):
    line = "a" * before + "😀" * 2**19
    tsv.write_text(f"{line}\nb\tc\n", encoding="utf-8")
    assert [*read_lines(tsv)] == [line[: 2**18 + 1], "b\tc"]


@pytest.mark.parametrize("place", [3, 2**20 - 1, 2**20 + 7, 2**21])
@pytest.mark.parametrize("wrong", [b"\xff", b"\xe6\x88"])
def test_the_byte_that_is_no_text_is_told(tsv: Path, place: int, wrong: bytes):
    tsv.write_bytes(b"\xef\xbb\xbf" + b"a" * (place - 3) + wrong)
    with pytest.raises(CorpusError, match=rf"is not UTF-8 text \(byte {place}\)"):
        read_tsv(tsv)


def test_a_source_or_target_that_no_model_has_places_for_is_left_out(tsv: Path):
    most = "a" * 2**16
    tsv.write_text(f"{most}\tb\n{most}a\tb\nc\t{most}\nc\t{most}a\n")
    corpus = read_tsv(tsv)
    assert corpus.pairs == (Pair(most, "b"), Pair("c", most))
    assert [(one.line, str(one.reason)) for one in corpus.dropped] == [
        (line, "longer than 65,536 characters") for line in (2, 4)
    ]


CREDITS = (
    "CC-BY 2.0 (France) Attribution: tatoeba.org #12 (zoe) & #345 (adam_1)",
    "CC-BY 2.0 (France) Attribution: tatoeba.org #6 (adam_1) & #78 (mei-ling)",
)


def test_the_third_column_says_whose_sentences_these_are(tsv: Path):
    tsv.write_text(f"a\tb\t{CREDITS[0]}\r\nc\td\ne\tf\t{CREDITS[1]}\tmore\r\n")
    corpus = read_tsv(tsv)
    assert corpus.attributions == (CREDITS[0], "", CREDITS[1])
    assert corpus.contributors == ("adam_1", "mei-ling", "zoe")


@every(
    ("credit", "names"),
    [
        *((credit, ()) for credit in ("", "\t", "\tCC-BY 2.0 (France)", "\t0.97", "\t#12 ()")),
        ("\t#1 ( )", ()),
        ("\t#1 (a\u202edam\x1b)", ("adam",)),  # without control characters
    ],
)
def test_other_columns_name_no_contributors(tsv: Path, credit: str, names):
    tsv.write_text(f"a\tb{credit}\n", encoding="utf-8")
    assert read_tsv(tsv).contributors == names


def test_a_pair_that_goes_takes_its_attribution_along():
    corpus = Corpus(
        "x",
        (Pair("a", "b"), Pair("c", "d"), Pair("e", "f"), Pair("g", "h")),
        dropped=(Dropped(2, Message("empty")), Dropped(5, Message("empty"))),
        attributions=("#1 (a)", "#2 (c)", "#3 (e)", "#4 (g)"),
    )
    assert corpus.without({1: Message("bad")}, heldout=[3]) == Corpus(
        "x",
        (Pair("a", "b"), Pair("e", "f")),
        heldout=(Pair("g", "h"),),
        dropped=(
            Dropped(2, Message("empty")),
            Dropped(3, Message("bad")),
            Dropped(5, Message("empty")),
        ),
        attributions=("#1 (a)", "#3 (e)"),
    )


def test_corpora_are_combined_in_order():
    credited = Corpus("x", (Pair("a", "b"),), heldout=(Pair("c", "d"),), attributions=("#1 (z)",))
    plain = Corpus("y", (Pair("e", "f"), Pair("g", "h")), dropped=(Dropped(1, Message("empty")),))
    assert combined([plain, credited]) == Corpus(
        "y, x",
        (Pair("e", "f"), Pair("g", "h"), Pair("a", "b")),
        heldout=(Pair("c", "d"),),
        attributions=("", "", "#1 (z)"),
    )
    assert combined([plain, plain]).attributions == ()


@pytest.fixture(scope="module")
def real(shared_dir: Path) -> Path:
    folder = shared_dir / "corpora"
    if not folder.is_dir():
        pytest.skip(f"no real corpora: {folder} is absent")
    return folder


def test_tatoeba_can_be_read_with_its_contributors(real: Path):
    corpus = read_tsv(real / "tatoeba-zh-en.tsv.gz")
    assert len(corpus.pairs) + len(corpus.dropped) == 27_723
    assert len(corpus.pairs) > 27_000
    assert not any("\u00a0" in side or "\t" in side for pair in corpus.pairs for side in pair)
    with gzip.open(real / "tatoeba-zh-en.tsv.gz", "rt", encoding="utf-8") as file:
        credits_of = [line.rstrip("\n").split("\t")[2] for line in file]
    named = {part.split(" (")[1] for line in credits_of for part in line.split("#")[1:]}
    assert set(corpus.contributors) == {name.partition(")")[0] for name in named}


@pytest.mark.parametrize(("part", "lines"), [("train", 29_000), ("val", 1_014)])
def test_multi30k_can_be_read(real: Path, part: str, lines: int):
    corpus = read_aligned(real / f"multi30k-{part}.de.gz", real / f"multi30k-{part}.en.gz")
    assert len(corpus.pairs) + len(corpus.dropped) == lines
    assert len(corpus.pairs) > 0.99 * lines
    assert corpus.contributors == ()
