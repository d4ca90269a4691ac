"""``headlight export``: what is in the files is what is in the trace, read by others' means."""

import csv
import json

import numpy as np
import pytest

from model.traces.trace import KINDS

SENTENCE = "我有一只☃猫。"


@pytest.fixture(scope="module")
def trace(translation_of):
    return translation_of(SENTENCE)


@pytest.fixture
def export(headlight, phrases, tmp_path):
    """Exports the sentence as a file of that name."""

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


def test_npz(export, trace):
    path, _ = export("t.npz")
    with np.load(path, allow_pickle=False) as arrays:
        for kind in KINDS:
            assert arrays[kind].dtype == np.float32
            np.testing.assert_array_equal(arrays[kind], trace.weights(kind))
            np.testing.assert_array_equal(arrays[f"{kind}_mask"], trace.mask(kind))
        assert tuple(arrays["source_tokens"]) == trace.source_tokens
        assert tuple(arrays["fed_tokens"]) == trace.fed_tokens
        assert tuple(arrays["predicted_tokens"]) == trace.predicted_tokens
        assert str(arrays["translation"]) == trace.translation
        assert (str(arrays["source_text"]), str(arrays["model"])) == (SENTENCE, "phrases")
        assert str(arrays["stop"]) == trace.stop
        np.testing.assert_array_equal(
            arrays["entropy_bits"], [step.entropy for step in trace.steps]
        )
        np.testing.assert_array_equal(
            arrays["log_probability"], [step.log_probability for step in trace.steps]
        )


def test_json(export, trace):
    path, _ = export("t.json")
    values = json.loads(path.read_text(encoding="utf-8"))
    assert (values["model"], values["counts_from"]) == ("phrases", 1)
    assert values["source"]["tokens"] == list(trace.source_tokens)
    assert values["translation"] == trace.translation
    assert [step["token"] for step in values["steps"]] == list(trace.predicted_tokens)
    for kind in KINDS:
        attention = values["attention"][kind]
        assert attention["query_tokens"] == list(trace.query_tokens(kind))
        assert attention["key_tokens"] == list(trace.key_tokens(kind))
        assert attention["mask"] == trace.mask(kind).tolist()
        heads = {(head["layer"], head["head"]): head["weights"] for head in attention["heads"]}
        assert min(heads) == (1, 1)
        assert len(heads) == trace.depth("encoder") * trace.n_heads
        for (layer, head), weights in heads.items():
            expected = trace.weights(kind)[layer - 1, head - 1]
            np.testing.assert_array_equal(np.array(weights, dtype=np.float32), expected)
    assert values["attention"]["encoder"]["predicted_tokens"] is None
    assert values["attention"]["cross"]["predicted_tokens"] == list(trace.predicted_tokens)


def test_csv(export, trace):
    path, _ = export("t.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(trace.weights(kind).size for kind in KINDS)
    assert {row["counts_from"] for row in rows} == {"1"}
    for row in rows:
        kind = row["kind"]
        layer, head, query, key = (int(row[name]) - 1 for name in ("layer", "head", "query", "key"))
        assert np.float32(row["weight"]) == trace.weights(kind)[layer, head, query, key]
        assert row["allowed"] == ("true" if trace.mask(kind)[query, key] else "false")
        assert row["query_token"] == trace.query_tokens(kind)[query]
        assert row["key_token"] == trace.key_tokens(kind)[key]
        predicted = "" if kind == "encoder" else trace.predicted_tokens[query]
        assert row["predicted_token"] == predicted
    places = {tuple(row[name] for name in list(row)[:5]) for row in rows}
    assert len(places) == len(rows)


def test_tokens_that_csv_must_quote(tmp_path, tiny_trace):
    import dataclasses

    from viz_app.storage.traces import write_trace

    tokens = ('"', ",", "=", "'", "；", "</s>")
    write_trace(
        tmp_path / "t.csv",
        dataclasses.replace(tiny_trace, source_tokens=tokens),
        model="tiny",
    )
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        first = [row["key_token"] for row in csv.DictReader(file)][: len(tokens)]
    assert tuple(first) == tokens


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


def test_an_existing_file_is_replaced(export):
    path, _ = export("t.json")
    before = path.read_bytes()
    path.write_bytes(b"old")
    export("t.json")
    assert path.read_bytes() == before


@pytest.mark.parametrize("sentence", ["", "☃", "猫" * 10_000])
def test_a_sentence_that_fails_leaves_the_old_file(export, tmp_path, sentence):
    (tmp_path / "t.json").write_text("old")
    path, outcome = export("t.json", sentence)
    assert (outcome.status, outcome.out, path.read_text()) == (1, "", "old")
