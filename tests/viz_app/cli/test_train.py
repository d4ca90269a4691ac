"""``headlight train``: what is said, what is written, and what is refused before the work."""

import gzip

import pytest

from model.checkpoint.header import read_header
from model.text.corpora import Corpus, read_aligned, read_tsv
from model.text.tasks import generated, load_task
from tests.viz_app.cli.commands import PHRASES, assert_refused
from viz_app.cli import train as cli_train


def test_a_run_tells_what_it_did(phrases_run, phrases_file):
    path, outcome = phrases_run
    source, target = PHRASES[0]
    assert (outcome.status, outcome.out) == (0, f"{source} → {target}\n{path}\n")
    assert (
        "headlight: phrases.tsv: 2 of 6 lines were skipped: 1 × no tab between source and "
        "target, 1 × empty source; the first is line 3.\n"
    ) in outcome.err
    assert "Training phrases.tsv on 4 pairs, 60 epochs, on cpu: tiny, 2 layers × 4" in outcome.err
    assert "epoch 60/60, 60/60, loss 0." in outcome.err
    assert str(phrases_file.parent) not in str(read_header(path).record)


def test_two_files_are_read_line_by_line_and_long_pairs_are_counted(train, tmp_path):
    source, target = tmp_path / "a.zh", tmp_path / "a.en"
    source.write_text("猫\n狗\n鸟\n")
    target.write_text("cat\ndog\n")
    outcome = train(f"{source},{target}")
    assert outcome.status == 0
    assert (
        "a.zh, a.en: 1 of 3 lines were skipped: 1 × the other file has no matching" in outcome.err
    )
    assert read_header(tmp_path / "new.safetensors").task == "a.zh,a.en"
    path = tmp_path / "long.tsv"
    path.write_text("a\tb\n" + "a " * 90 + "\t" + "b " * 90 + "\n")
    outcome = train(path)
    assert outcome.status == 0
    assert "long.tsv: 1 pairs are longer than max_len (64) and are skipped." in outcome.err


def test_a_toy_task_is_tried_on_what_it_never_saw(train, monkeypatch):
    corpus = generated("copy", pairs=60, heldout=4)
    monkeypatch.setattr(cli_train, "load_task", lambda name, seed: corpus)
    first, sample, path = train("copy").out.splitlines()
    assert first.startswith("exact match on 4 held-out pairs: ")
    assert first.endswith("%")
    assert sample.startswith("a b c d e f → ")
    assert path.endswith("new.safetensors")


def test_the_seed_reaches_the_generated_task(train, monkeypatch):
    seeds = []

    def load_task(name, seed):
        seeds.append(seed)
        return generated("copy", pairs=20, heldout=1, seed=seed)

    monkeypatch.setattr(cli_train, "load_task", load_task)
    assert train("copy", "--seed", "5").status == 0
    assert seeds == [5]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "contains no sentence pair (it is empty)"),
        (b"a " * 70 + b"\t" + b"b " * 70 + b"\n", "No pair of bad.tsv fits max_len (64)"),
    ],
)
def test_a_corpus_with_nothing_to_learn_from(train, tmp_path, content, why):
    path = tmp_path / "bad.tsv"
    path.write_bytes(content)
    assert_refused(train(path), why)
    assert [file.name for file in tmp_path.iterdir()] == ["bad.tsv"]


@pytest.mark.parametrize("task", ["fly", "missing.tsv", "a.zh,a.en", "", "a\x1b[31m"])
def test_a_task_that_does_not_exist(train, task):
    outcome = train(task)
    assert_refused(outcome, "Unknown task or file")
    assert "\x1b" not in outcome.err


@pytest.mark.parametrize("place", ["missing/x", "file/x", "folder"])
def test_an_unwritable_place_is_found_before_training(train, tmp_path, monkeypatch, place):
    monkeypatch.delattr(cli_train, "load_task")
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    outcome = train("copy", output=tmp_path / place)
    assert_refused(outcome, f"headlight: {tmp_path / place} cannot be written: ")


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
    return tmp_path / "new" / "split"


def read_back(folder) -> Corpus:
    train = load_task(str(folder / "train.tsv"))
    heldout = read_aligned(folder / "heldout.source.txt", folder / "heldout.target.txt")
    return Corpus("back", train.pairs, heldout=heldout.pairs, attributions=train.attributions)


def test_three_files_are_written_and_each_line_keeps_its_attribution(headlight, pairs_file, out):
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
        "headlight: pairs.tsv: 3 of 43 lines were skipped: 2 × empty, 1 × duplicate; the "
        "first is line 41.\n"
    )
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


def test_the_seed_decides_and_older_files_are_replaced(headlight, pairs_file, tmp_path):
    def split(name, *options):
        headlight("split", pairs_file, "-o", tmp_path / name, "--heldout", 8, *options)
        return [(tmp_path / name / file).read_bytes() for file in FILES]

    assert split("a") == split("b") == split("c", "--seed", 0)
    assert split("d", "--seed", 1) != split("a")
    for name in (*FILES, "notes.txt"):
        (tmp_path / name).write_text("old")
    assert headlight("split", pairs_file, "-o", tmp_path, "--heldout", 8).status == 0
    assert len(read_back(tmp_path).pairs) == 32
    assert (tmp_path / "notes.txt").read_text() == "old"


def test_a_shipped_task_can_be_split(headlight, out):
    outcome = headlight("split", "zh-en", "-o", out, "--heldout", 50)
    assert outcome.status == 0
    assert len(read_back(out).heldout) == 50


def test_a_file_that_is_read_is_not_replaced(headlight, pairs_file, tmp_path):
    path = tmp_path / "train.tsv"
    pairs_file.rename(path)
    before = path.read_bytes()
    outcome = headlight("split", path, "-o", tmp_path / "." / "", "--heldout", 8)
    assert_refused(outcome, f"{path} is being read")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["train.tsv"]
    for name in FILES[:2]:
        (tmp_path / name).write_text("".join(f"{name} {n}\n" for n in range(9)))
    corpus = ",".join(str(tmp_path / name) for name in FILES[:2])
    outcome = headlight("split", corpus, "-o", tmp_path, "--heldout", 2)
    assert_refused(outcome, "heldout.source.txt is being read and would be replaced")


@pytest.mark.parametrize("name", FILES)
def test_where_one_file_cannot_be_written_none_is(headlight, pairs_file, out, name):
    (out / name).mkdir(parents=True)
    outcome = headlight("split", pairs_file, "-o", out, "--heldout", 8)
    assert_refused(outcome, f"{out / name} cannot be written")
    assert [path.name for path in out.iterdir()] == [name]


def test_what_cannot_be_split_leaves_no_folder(headlight, pairs_file, out):
    for corpora, sentence in (
        ((pairs_file,), "heldout (1,000) must be at least 1 and at most a third of the 40"),
        (("a.zh,a.en",), "Unknown task or file"),
        ((pairs_file, "missing.tsv"), "'missing.tsv'"),
        (("copy",), "copy cannot be split: 200 of its pairs are held out"),
    ):
        assert_refused(headlight("split", *corpora, "-o", out), sentence)
        assert not out.exists()
    outcome = headlight("split", pairs_file, "-o", pairs_file, "--heldout", 8)
    assert_refused(outcome, f"The folder {pairs_file} cannot be created")
