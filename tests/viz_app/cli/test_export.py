"""``headlight export``: what is in the files is what is in the trace, read by others' means."""

import csv

import numpy as np
import pytest

from model.traces.trace import KINDS

SENTENCE = "我有一只☃猫。"


@pytest.fixture(scope="module")
def trace(translation_of):
    return translation_of(SENTENCE)


@pytest.fixture
def export(headlight, phrases, tmp_path):

    def run(name: str, sentence: str = SENTENCE):
        path = tmp_path / name
        return path, headlight("export", sentence, "-o", path, "--model", phrases)

    return run


@pytest.mark.parametrize("name", ["t.npz", "t.json", "t.csv", "T.JSON", "猫 1.csv"])
def test_the_path_is_printed_and_the_unknown_said(export, name):
    path, outcome = export(name)
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    assert outcome.err == "headlight: Unknown to this model, read as <unk>: ☃\n"
    assert [file.name for file in path.parent.iterdir()] == [name]


def test_the_weights_are_those_of_the_trace(export, trace):
    path, _ = export("t.npz")
    with np.load(path, allow_pickle=False) as arrays:
        for kind in KINDS:
            np.testing.assert_array_equal(arrays[kind], trace.weights(kind))
        assert tuple(arrays["predicted_tokens"]) == trace.predicted_tokens
        assert (str(arrays["source_text"]), str(arrays["model"])) == (SENTENCE, "phrases")


def test_safe_csv_marks_the_tokens_that_a_spreadsheet_would_evaluate(tmp_path, tiny_trace):
    import dataclasses

    from viz_app.storage.traces import write_trace

    tokens = ("=1+1", "@x", "+", "-", "a=", "</s>")
    trace = dataclasses.replace(tiny_trace, source_tokens=tokens)
    tables = {}
    for safe in (False, True):
        path = tmp_path / f"{safe}.CSV"
        write_trace(path, trace, model="tiny", safe_csv=safe)
        with path.open(encoding="utf-8", newline="") as file:
            tables[safe] = list(csv.reader(file))
    marked = {"=1+1": "'=1+1", "@x": "'@x", "+": "'+", "-": "'-"}
    assert tables[True] == [[marked.get(cell, cell) for cell in row] for row in tables[False]]
    assert {*marked.values()} <= {cell for row in tables[True] for cell in row}


def test_safe_csv_of_the_command_line(headlight, train, tmp_path):
    (pairs := tmp_path / "signs.tsv").write_text("= +\t+ =\n@ -\t- @\n= -\t- =\n")
    model, path = tmp_path / "new.safetensors", tmp_path / "t.csv"
    assert train(pairs).status == 0
    done = headlight("export", "= -", "-o", path, "--safe-csv", "--model", model)
    assert (done.status, done.out) == (0, f"{path}\n")
    with path.open(encoding="utf-8", newline="") as file:
        keys = {row["key_token"] for row in csv.DictReader(file) if row["kind"] == "encoder"}
    assert keys == {"'=", "'-", "</s>"}
    refused = headlight("export", "= -", "-o", tmp_path / "t.json", "--safe-csv", "--model", model)
    assert refused.status == 2
    assert f"--safe-csv applies to .csv files only, not to {tmp_path}/t.json" in refused.err


@pytest.mark.parametrize("sentence", ["", "☃", "猫" * 10_000])
def test_a_sentence_that_fails_leaves_the_old_file(export, tmp_path, sentence):
    (tmp_path / "t.json").write_text("old")
    path, outcome = export("t.json", sentence)
    assert (outcome.status, outcome.out, path.read_text()) == (1, "", "old")
