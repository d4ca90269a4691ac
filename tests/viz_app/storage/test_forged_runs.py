"""A run's folder that somebody forged: each file is read or is one sentence."""

import json
import tracemalloc
import zipfile

import numpy as np
import pytest

from model.config import ModelConfig
from tests.mutations import mutated, outcome, spoiled
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from viz_app.storage.files import RunError
from viz_app.storage.run_folder import card_bytes, moment_bytes, read_card, read_moment
from viz_app.storage.runs import Runs


@pytest.fixture
def folder(tmp_path):
    """A run with all that a run has."""
    model = ModelConfig(n_layers=1, n_heads=2, d_model=4)
    folder = Runs(tmp_path / "runs", models=()).begin(card_of(model=model, loss=0.5, bleu=30.0))
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


def test_every_value_of_the_card_and_of_the_samples(folder):
    for file, count, read in (
        ("run.json", 400, lambda: card_bytes(read_card(folder.path))),
        ("samples.json", 150, lambda: folder.write_samples(folder.read_samples())),
    ):
        path, outcomes = folder.path / file, {}
        for name, forged in mutated(json.loads(path.read_bytes()), count, seed=1):
            path.write_text(json.dumps(forged))
            outcomes[name] = outcome(read)
        assert wrong(outcomes) == {}
        assert told_of(outcomes) > count / 2


def test_a_count_that_is_none_is_one_sentence(folder):
    path = folder.path / "samples.json"
    for name in ("update", "epoch"):
        for number in (float("inf"), 1e30, 10**30, -1, "1", 1.5, True):
            told = {"update": 1, "epoch": 1, "translations": [], name: number}
            path.write_text(json.dumps([told]))
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


def test_a_moment_of_another_model_or_update_or_too_many_heads_is_one_sentence(folder):
    for layers, heads in ((1, 1), (2, 2), (2, 1), (1, 3)):
        folder.write_moment(moment_of(13, lengths=(2, 3), layers=layers, heads=heads))
        with pytest.raises(RunError, match=r"000013\.npz is damaged, or Headlight did not write"):
            folder.read_moment(13)
    folder.moment_path(12).rename(folder.moment_path(7))
    with pytest.raises(RunError, match=r"000007\.npz is damaged, or Headlight did not write it"):
        folder.read_moment(7)

    card = card_of(model=ModelConfig(n_layers=100, n_heads=64, d_model=64))
    folder.write_card(card)
    folder.write_moment(moment_of(12, lengths=(1,), layers=100, heads=64))
    with pytest.raises(RunError, match="is damaged, or Headlight did not write it"):
        folder.read_moment(12)


def nested(deep, template, value):
    """A message in a message in a message …"""
    for _ in range(deep):
        value = {"template": template, "values": {"a": value}}
    return value


NOTICES = (
    nested(6, "{a}" * 300, "x" * 100),
    nested(40, "{a}", 1),
    nested(1, "{a.upper}", "x"),
    nested(1, "{a[0]}", "x"),
    nested(1, "{a:{a}}", ".1f"),
    nested(1, "{b}", 1),
    nested(1, "x" * 2000, 1),
)


def refused_within(path, most):
    """It is one sentence, and little memory was taken for it."""
    tracemalloc.start()
    with pytest.raises(RunError, match="is damaged, or Headlight did not write it"):
        read_moment(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < most


def test_a_sentence_that_would_fill_the_memory_or_cannot_be_shown_is_refused(folder):
    (path,) = (folder.path / "moments").glob("*.npz")
    arrays = arrays_of(path)
    about = json.loads(str(arrays["about"]))
    for notice in NOTICES:
        about["probes"][0]["notices"] = [notice]
        np.savez(path, **{**arrays, "about": np.array(json.dumps(about))})
        refused_within(path, 2**25)


def test_zeros_that_would_fill_the_memory_are_not_unpacked(folder):
    (path,) = (folder.path / "moments").glob("*.npz")
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("about.npy", "w") as file,
    ):
        for _ in range(300):
            file.write(bytes(2**20))
    assert path.stat().st_size < 2**20
    refused_within(path, 2**24)
