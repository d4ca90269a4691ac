"""A run's folder that somebody forged: each file is read or is one sentence."""

import json
import tracemalloc
import zipfile

import numpy as np
import pytest

from tests.mutations import mutated, outcome, spoiled
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.card_files import card_bytes, read_card
from viz_app.storage.moment_files import moment_bytes, read_moment
from viz_app.storage.run_errors import RunError
from viz_app.storage.runs import Runs


@pytest.fixture
def folder(tmp_path):
    """A run with all that a run has."""
    folder = Runs(tmp_path / "runs", models=()).begin(card_of(loss=0.5, bleu=30.0))
    folder.write_curve(curve_points(4))
    folder.write_samples(samples_of(1, 20))
    folder.write_moment(moment_of(12, lengths=(2, 3), layers=1, heads=2))
    folder.release_lock()
    return folder


def arrays_of(path):
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)


def wrong(outcomes):
    return {name: told for name, told in outcomes.items() if told not in {"read", "refused"}}


def told_of(outcomes):
    return sum(told == "refused" for told in outcomes.values())


def test_every_value_of_a_card(folder):
    path, outcomes = folder.path / "run.json", {}
    card = json.loads(path.read_bytes())
    for name, forged in mutated(card, 400, seed=1):
        path.write_text(json.dumps(forged))
        outcomes[name] = outcome(lambda: card_bytes(read_card(folder.path)))
    assert wrong(outcomes) == {}
    assert told_of(outcomes) > 200


def test_every_value_of_the_samples(folder):
    path, outcomes = folder.path / "samples.json", {}
    for name, forged in mutated(json.loads(path.read_bytes()), 150, seed=2):
        path.write_text(json.dumps(forged))
        outcomes[name] = outcome(lambda: folder.write_samples(folder.read_samples()))
    assert wrong(outcomes) == {}
    assert told_of(outcomes) > 80


@pytest.mark.parametrize("number", [float("inf"), 1e30, 10**30, -1, "1", 1.5, True])
@pytest.mark.parametrize("name", ["update", "epoch"])
def test_a_count_that_is_none_is_one_sentence(folder, name, number):
    path = folder.path / "samples.json"
    path.write_text(json.dumps([{"update": 1, "epoch": 1, "translations": []} | {name: number}]))
    with pytest.raises(RunError) as failure:
        folder.read_samples()
    assert str(failure.value) == f"{path} is damaged, or Headlight did not write it."


def test_every_column_of_a_curve(folder):
    path, outcomes = folder.path / "curve.npz", {}
    for name, forged in spoiled(arrays_of(path)):
        np.savez_compressed(path, **forged)
        outcomes[name] = outcome(lambda: folder.write_curve(folder.read_curve()))
    assert wrong(outcomes) == {}
    measured = ("validation_loss", "bleu", "chrf", "exact")
    read = [name for name, told in outcomes.items() if told == "read"]
    harmless = ("halves", "whole", "bytes", "flags", "huge", "negative")
    assert [
        n for n in read if not n.startswith((*measured, "one too")) and not n.endswith(harmless)
    ] == []


def test_every_value_of_a_moment(folder):
    (path,) = (folder.path / "moments").glob("*.npz")
    arrays, outcomes = arrays_of(path), {}
    for name, forged in mutated(json.loads(str(arrays["about"])), 300, seed=3):
        np.savez(path, **{**arrays, "about": np.array(json.dumps(forged))})
        outcomes[name] = outcome(lambda: moment_bytes(read_moment(path)))
    assert wrong(outcomes) == {}
    assert told_of(outcomes) > 150


def test_every_array_of_a_moment(folder):
    (path,) = (folder.path / "moments").glob("*.npz")
    outcomes = {}
    for name, forged in spoiled(arrays_of(path)):
        np.savez(path, **forged)
        outcomes[name] = outcome(lambda: moment_bytes(read_moment(path)))
    assert wrong(outcomes) == {}
    read = {name for name, told in outcomes.items() if told == "read"}
    assert {name.partition(" ")[2] for name in read} <= {"NaN", "turned", "too many"}


def test_zeros_that_would_fill_the_memory_are_not_unpacked(folder):
    (path,) = (folder.path / "moments").glob("*.npz")
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("about.npy", "w") as file,
    ):
        for _ in range(300):
            file.write(bytes(2**20))
    assert path.stat().st_size < 2**20
    tracemalloc.start()
    with pytest.raises(RunError, match="is damaged, or Headlight did not write it"):
        read_moment(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**24
