"""Traces as files, read back with NumPy, json and csv alone."""

import csv
import dataclasses
import json

import numpy as np
import pytest
from msgspec import to_builtins

from model.files import WriteError
from model.traces.trace import KINDS, Candidate, DecodeStep, PlaceCandidates, Trace
from model.values import read
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.runs_on_disk import moment_of
from viz_app.storage.traces import TRACE_SUFFIXES, StoredTrace, stored_trace, trace_of, write_trace

# ------------------------------------------------------------------------------ test stored traces
# A trace of an encoder alone comes back with what it expects at every place, and only so.


LENGTH = 4


def place(token_id):
    return PlaceCandidates(
        masked=token_id == 8,
        token_id=token_id,
        log_probability=-0.5,
        candidates=(Candidate("cat", token_id, -0.5), Candidate("dog", 3, -1.5)),
        entropy=1.25,
    )


@pytest.fixture
def trace():
    """Four tokens that an encoder has read."""
    (whole,) = moment_of(lengths=(LENGTH,)).traces
    places = tuple(map(place, whole.source_ids))
    return dataclasses.replace(
        whole, steps=(), recording=None, kinds=("encoder",), places=places, translation=""
    )


def told_of(trace):
    """Its values, as a file tells them."""
    return read(StoredTrace, json.loads(json.dumps(to_builtins(stored_trace(trace)))), "trace")


def weights_of(trace):
    return trace.encoder_weights, trace.decoder_weights, trace.cross_weights


def test_what_is_expected_at_every_place_comes_back(trace):
    back = trace_of(told_of(trace), *weights_of(trace))
    assert (back.kinds, back.places, back.steps) == (("encoder",), trace.places, ())


def test_places_are_of_an_encoder_alone_and_as_many_as_tokens(trace):
    told = told_of(trace)
    (whole,) = moment_of(lengths=(LENGTH,)).traces
    decoded = dataclasses.replace(told_of(whole), places=told.places)
    for wrong, weights, said in (
        (dataclasses.replace(told, places=told.places[:-1]), trace, "3"),
        (dataclasses.replace(told, kinds=KINDS), trace, "4"),
        (decoded, whole, "4"),
        (dataclasses.replace(decoded, kinds=("encoder",)), whole, "4"),
    ):
        with pytest.raises(ValueError, match=said):
            trace_of(wrong, *weights_of(weights))


# -------------------------------------------------------------------------------- test trace files


SOURCE = ("我", '"', ",", "</s>")
TARGET = ("I", "</s>")
FED = ("<s>", "I")
LAYERS, HEADS = 2, 3


def rows(start: float, keys: int, queries: int | None = None) -> np.ndarray:
    """Weights ``[layers, heads, (query,) key]`` of which no two are equal."""
    shape = (LAYERS, HEADS, keys) if queries is None else (LAYERS, HEADS, queries, keys)
    return (start + np.arange(np.prod(shape)) / 1000).reshape(shape).astype(np.float32)


ENCODER = rows(0.1, 4, 4)
DECODER = (rows(0.3, 1), rows(0.4, 2))
CROSS = (rows(0.5, 4), rows(0.6, 4))


@pytest.fixture
def trace_files_trace() -> Trace:
    """Two steps, every number of which is known here."""
    steps = tuple(
        DecodeStep(
            index=index,
            fed=FED[index],
            token=TARGET[index],
            token_id=10 + index,
            log_probability=-0.25 - index,
            candidates=(Candidate(TARGET[index], 10 + index, -0.25 - index),),
            entropy=1.5 + index,
            decoder_rows=DECODER[index],
            cross_rows=CROSS[index],
        )
        for index in range(2)
    )
    return Trace(
        source_text='我",',
        source_tokens=SOURCE,
        source_ids=(7, 8, 9, 2),
        encoder_weights=ENCODER,
        steps=steps,
        translation="I",
        stop="end of sentence",
    )


def expected(kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Weights ``[layers, heads, query, key]`` and mask ``[query, key]``, by hand."""
    if kind == "encoder":
        return ENCODER, np.ones((4, 4), bool)
    if kind == "cross":
        return np.stack(CROSS, axis=2), np.ones((2, 4), bool)
    first = np.concatenate([DECODER[0], np.zeros((LAYERS, HEADS, 1), np.float32)], axis=-1)
    return np.stack([first, DECODER[1]], axis=2), np.array([[True, False], [True, True]])


QUERIES = {"encoder": SOURCE, "decoder": FED, "cross": FED}
KEYS = {"encoder": SOURCE, "decoder": FED, "cross": SOURCE}


def test_npz(trace_files_trace, tmp_path):
    write_trace(tmp_path / "t.npz", trace_files_trace, model="tiny")
    with np.load(tmp_path / "t.npz", allow_pickle=False) as arrays:
        for kind in KINDS:
            weights, mask = expected(kind)
            assert arrays[kind].dtype == np.float32
            np.testing.assert_array_equal(arrays[kind], weights)
            np.testing.assert_array_equal(arrays[f"{kind}_mask"], mask)
        texts = {
            name: str(arrays[name]) for name in ("model", "source_text", "translation", "stop")
        }
        tokens = [tuple(arrays[f"{name}_tokens"]) for name in ("source", "fed", "predicted")]
        numbers = [arrays[name].tolist() for name in ("log_probability", "entropy_bits")]
    assert texts == {
        "model": "tiny",
        "source_text": '我",',
        "translation": "I",
        "stop": "end of sentence",
    }
    assert tokens == [SOURCE, FED, TARGET]
    assert numbers == [[-0.25, -1.25], [1.5, 2.5]]


def test_json(trace_files_trace, tmp_path):
    write_trace(tmp_path / "t.json", trace_files_trace, model="tiny")
    values = json.loads((tmp_path / "t.json").read_bytes())
    assert (values["model"], values["counts_from"], values["translation"]) == ("tiny", 1, "I")
    assert values["source"] == {"text": '我",', "tokens": list(SOURCE), "unknown": []}
    assert [(step["fed"], step["token"]) for step in values["steps"]] == list(
        zip(FED, TARGET, strict=True)
    )
    assert values["steps"][1]["probability"] == pytest.approx(np.exp(-1.25))
    for kind in KINDS:
        attention, (weights, mask) = values["attention"][kind], expected(kind)
        assert tuple(attention["query_tokens"]) == QUERIES[kind]
        assert tuple(attention["key_tokens"]) == KEYS[kind]
        assert attention["predicted_tokens"] == (None if kind == "encoder" else list(TARGET))
        assert attention["mask"] == mask.tolist()
        places = [(head["layer"], head["head"]) for head in attention["heads"]]
        assert places == [(layer + 1, head + 1) for layer, head in np.ndindex(LAYERS, HEADS)]
        read = np.array([head["weights"] for head in attention["heads"]], np.float32)
        np.testing.assert_array_equal(read.reshape(weights.shape), weights)


def test_csv(trace_files_trace, tmp_path):
    write_trace(tmp_path / "t.csv", trace_files_trace, model="tiny")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    for kind in KINDS:
        weights, mask = expected(kind)
        cells = [line for line in lines if line["kind"] == kind]
        places = [
            tuple(int(line[name]) - 1 for name in ("layer", "head", "query", "key"))
            for line in cells
        ]
        assert places == list(np.ndindex(weights.shape))
        for line, place in zip(cells, places, strict=True):
            query, key = place[2:]
            assert np.float32(line["weight"]) == weights[place]
            assert line["allowed"] == str(bool(mask[query, key])).lower()
            assert (line["query_token"], line["key_token"]) == (
                QUERIES[kind][query],
                KEYS[kind][key],
            )
            assert line["predicted_token"] == ("" if kind == "encoder" else TARGET[query])
            assert line["counts_from"] == "1"
    assert len(lines) == sum(expected(kind)[0].size for kind in KINDS)


def test_every_format_takes_a_trace_before_its_first_step_and_says_what_cannot_be_written(
    trace_files_trace, tmp_path, readonly_folder
):
    begun = dataclasses.replace(trace_files_trace, steps=())
    for suffix in TRACE_SUFFIXES:
        write_trace(tmp_path / f"t{suffix}", begun, model="tiny")
        assert (tmp_path / f"t{suffix}").stat().st_size > 0
        with pytest.raises(WriteError, match="cannot be written"):
            write_trace(readonly_folder / f"t{suffix}", trace_files_trace, model="tiny")


def test_json_has_nothing_where_there_is_no_number(trace_files_trace, tmp_path):
    for number in (float("nan"), float("inf")):
        broken = np.full_like(ENCODER, number)
        trace = dataclasses.replace(trace_files_trace, encoder_weights=broken)
        write_trace(tmp_path / "t.json", trace, model="tiny")
        heads = json.loads((tmp_path / "t.json").read_bytes())["attention"]["encoder"]["heads"]
        assert {value for head in heads for row in head["weights"] for value in row} == {None}


def test_another_suffix_is_no_format(trace_files_trace, tmp_path):
    with pytest.raises(KeyError):
        write_trace(tmp_path / "t.xlsx", trace_files_trace, model="tiny")


def test_a_decoder_that_looks_ahead_is_written_with_all_its_cells(trace_files_trace, tmp_path):
    ahead = looking_ahead(trace_files_trace)
    for suffix in ("npz", "json", "csv"):
        write_trace(tmp_path / f"t.{suffix}", ahead, model="tiny")
    weights = ahead.weights("decoder")
    assert (weights[:, :, 0, 1] > 0).all()
    with np.load(tmp_path / "t.npz", allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["decoder"], weights)
        assert arrays["decoder_mask"].all()
    attention = json.loads((tmp_path / "t.json").read_bytes())["attention"]["decoder"]
    assert attention["mask"] == [[True, True], [True, True]]
    assert np.float32(attention["heads"][0]["weights"][0][1]) == weights[0, 0, 0, 1]
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file) if line["kind"] == "decoder"]
    assert {line["allowed"] for line in lines} == {"true"}
    assert [np.float32(line["weight"]) for line in lines] == weights.ravel().tolist()
