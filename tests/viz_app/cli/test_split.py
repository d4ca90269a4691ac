"""``headlight split``: what is written, what is said, and what is refused."""

import gzip

import pytest

from model.text.corpora import Corpus, read_aligned, read_tsv
from model.text.tasks import load_task

FILES = ["heldout.source.txt", "heldout.target.txt", "train.tsv"]


@pytest.fixture
def pairs_file(tmp_path):
    """Forty pairs with an attribution each, a duplicate, and an empty line."""
    path = tmp_path / "pairs.tsv"
    lines = [f"源{n:02}。\tSource {n}.\tCC-BY #{n} (user{n})" for n in range(40)]
    path.write_text("\n".join([*lines, lines[0], "", ""]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def out(tmp_path):
    """A folder that is not there yet."""
    return tmp_path / "new" / "split"


def read_back(folder) -> Corpus:
    """The three files as one corpus, read as any other."""
    train = load_task(str(folder / "train.tsv"))
    heldout = read_aligned(folder / "heldout.source.txt", folder / "heldout.target.txt")
    return Corpus("back", train.pairs, heldout=heldout.pairs, attributions=train.attributions)


def test_three_files_are_written_and_counted(headlight, pairs_file, out):
    outcome = headlight("split", pairs_file, "-o", out, "--heldout", 8)
    assert outcome.status == 0
    assert sorted(path.name for path in out.iterdir()) == FILES
    written = read_back(out)
    assert outcome.out == (
        f"32 training pairs, 8 held-out pairs, fingerprint {written.fingerprint}\n"
    )
    assert (len(written.pairs), len(written.heldout)) == (32, 8)
    assert sorted((*written.pairs, *written.heldout)) == sorted(set(read_tsv(pairs_file).pairs))
    assert outcome.err == (
        "headlight: pairs.tsv: 3 of 43 lines were left out: 2 × empty, 1 × duplicate; "
        "the first is line 41.\n"
    )


def test_each_training_line_keeps_its_attribution(headlight, pairs_file, out):
    headlight("split", pairs_file, "-o", out, "--heldout", 8)
    lines = pairs_file.read_text(encoding="utf-8").splitlines()
    written = (out / "train.tsv").read_text(encoding="utf-8").splitlines()
    assert written == [line for line in lines[:40] if line in written]
    assert len(written) == 32
    names = {line.split("(")[1].rstrip(")") for line in written}
    assert load_task(str(out / "train.tsv")).contributors == tuple(sorted(names))


def test_without_attributions_there_are_two_columns(headlight, tmp_path, out):
    source, target = tmp_path / "a.de.gz", tmp_path / "a.en"
    source.write_bytes(gzip.compress("".join(f"eins{n}\n" for n in range(6)).encode()))
    target.write_text("".join(f"one{n}\n" for n in range(6)))
    outcome = headlight("split", f"{source},{target}", "-o", out, "--heldout", 2)
    assert (outcome.status, outcome.err) == (0, "")
    written = (out / "train.tsv").read_text().splitlines()
    assert [line.count("\t") for line in written] == [1] * 4


def test_pairs_are_held_out_from_the_first_corpus_only(headlight, pairs_file, tmp_path, out):
    more = tmp_path / "more.tsv"
    lines = [f"多{n}。\tMore {n}." for n in range(9)]
    more.write_text("\n".join([*lines, "源05!\tsomething else", "源05。\tSource 5."]))
    outcome = headlight("split", pairs_file, more, "-o", out, "--heldout", 8, "--seed", 1)
    written = read_back(out)
    assert all(pair.target.startswith("Source") for pair in written.heldout)
    assert sum(pair.target.startswith("More") for pair in written.pairs) == 9
    assert outcome.err.count("\n") == 2
    assert "more.tsv: " in outcome.err


def test_the_seed_decides_and_is_0_unless_given(headlight, pairs_file, tmp_path):
    def split(name, *options):
        headlight("split", pairs_file, "-o", tmp_path / name, "--heldout", 8, *options)
        return [(tmp_path / name / file).read_bytes() for file in FILES]

    assert split("a") == split("b") == split("c", "--seed", 0)
    assert split("d", "--seed", 1) != split("a")


def test_a_shipped_task_can_be_split(headlight, out):
    outcome = headlight("split", "zh-en", "-o", out, "--heldout", 50)
    assert outcome.status == 0
    assert len(read_back(out).heldout) == 50


def test_older_files_are_replaced_and_others_stay(headlight, pairs_file, tmp_path):
    for name in (*FILES, "notes.txt"):
        (tmp_path / name).write_text("old")
    assert headlight("split", pairs_file, "-o", tmp_path, "--heldout", 8).status == 0
    assert len(read_back(tmp_path).pairs) == 32
    assert (tmp_path / "notes.txt").read_text() == "old"


def assert_refused(outcome, sentence):
    """One sentence on stderr, nothing on stdout, status 1."""
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("headlight: ")
    assert outcome.err.count("\n") == 1
    assert sentence in outcome.err


def test_too_many_held_out_pairs(headlight, pairs_file, out):
    outcome = headlight("split", pairs_file, "-o", out)
    assert_refused(outcome, "heldout (1,000) must be at least 1 and at most a third of the 40")
    assert not out.exists()


@pytest.mark.parametrize("corpus", ["missing.tsv", "a.zh,a.en", "", "x\x1b[31m"])
def test_a_corpus_that_does_not_exist(headlight, out, corpus):
    outcome = headlight("split", corpus, "-o", out)
    assert_refused(outcome, "There is no task or file")
    assert not out.exists()


def test_a_second_corpus_that_does_not_exist(headlight, pairs_file, out):
    outcome = headlight("split", pairs_file, "missing.tsv", "-o", out, "--heldout", 8)
    assert_refused(outcome, "'missing.tsv'")
    assert not out.exists()


def test_a_toy_task_has_its_own_held_out_pairs(headlight, out):
    assert_refused(
        headlight("split", "copy", "-o", out), "copy cannot be split: 200 of its pairs are held out"
    )


def test_a_file_that_is_read_is_not_replaced(headlight, pairs_file, tmp_path):
    path = tmp_path / "train.tsv"
    pairs_file.rename(path)
    before = path.read_bytes()
    outcome = headlight("split", path, "-o", tmp_path / "." / "", "--heldout", 8)
    assert_refused(outcome, f"{path} is being read")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["train.tsv"]


def test_neither_is_a_half_of_a_pair_of_files(headlight, tmp_path):
    for name in FILES[:2]:
        (tmp_path / name).write_text("".join(f"{name} {n}\n" for n in range(9)))
    corpus = ",".join(str(tmp_path / name) for name in FILES[:2])
    outcome = headlight("split", corpus, "-o", tmp_path, "--heldout", 2)
    assert_refused(outcome, "heldout.source.txt is being read and would be replaced")


def test_a_folder_that_is_a_file(headlight, pairs_file):
    outcome = headlight("split", pairs_file, "-o", pairs_file, "--heldout", 8)
    assert_refused(outcome, f"The folder {pairs_file} cannot be made")


@pytest.mark.parametrize("name", FILES)
def test_where_one_file_cannot_be_written_none_is(headlight, pairs_file, out, name):
    (out / name).mkdir(parents=True)
    outcome = headlight("split", pairs_file, "-o", out, "--heldout", 8)
    assert_refused(outcome, f"{out / name} cannot be written")
    assert [path.name for path in out.iterdir()] == [name]


def test_a_folder_that_takes_no_files(headlight, pairs_file, readonly_folder):
    outcome = headlight("split", pairs_file, "-o", readonly_folder, "--heldout", 8)
    assert_refused(outcome, str(readonly_folder))
    outcome = headlight("split", pairs_file, "-o", readonly_folder / "new", "--heldout", 8)
    assert_refused(outcome, str(readonly_folder / "new"))
