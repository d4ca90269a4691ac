"""What shipped checkpoints make of their sample sentence is recorded, and nothing else is."""

import shutil

import numpy as np
import pytest

from model.checkpoint.locations import CHECKSUMS, SHIPPED_FOLDER, checkpoints_in
from model.traces.trace import KINDS
from viz_app.storage.session import first_trace, first_trace_path

SHIPPED = checkpoints_in(SHIPPED_FOLDER)


@pytest.fixture
def model_cache(tmp_path):
    """A folder with all that is shipped but the checkpoints themselves, which are not read."""
    shutil.copy(SHIPPED_FOLDER / CHECKSUMS, tmp_path)
    for path in SHIPPED:
        shutil.copy(first_trace_path(path), tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_checkpoint_has_the_trace_that_it_makes_itself(path, one_torch_thread):
    """After training one anew: ``.ci/update-checksums``, then ``.ci/update-first-traces``."""
    from model.checkpoint.file import load_with_checksum
    from model.decoding.greedy import translate

    loaded, checksum = load_with_checksum(path)
    recorded = first_trace(path)
    trace = recorded.branches[0].trace
    live = translate(loaded, trace.source_text)
    assert recorded.model.checksum == checksum
    assert (trace.source_tokens, trace.source_ids) == (live.source_tokens, live.source_ids)
    assert (trace.predicted_ids, trace.translation) == (live.predicted_ids, live.translation)
    assert trace.finished and trace.stop == live.stop
    for kind in KINDS:
        np.testing.assert_allclose(trace.weights(kind), live.weights(kind), atol=1e-5, rtol=0)
    for own, other in zip(trace.steps, live.steps, strict=True):
        assert own.entropy == pytest.approx(other.entropy, abs=1e-4)
        assert ids(own) == ids(other)
        np.testing.assert_allclose(log_shares(own), log_shares(other), atol=1e-4, rtol=0)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_is_of_the_first_sample_and_knows_all_of_its_model(path):
    from model.checkpoint.file import load_checkpoint
    from model.decoding.samples import summary_of

    recorded, live = first_trace(path), summary_of(load_checkpoint(path).named(path.stem))
    summary = recorded.model.summary
    assert recorded.source_text == live.samples[0] == recorded.branches[0].trace.source_text
    for name in ("name", "task", "config", "samples", "scripts", "lengths", "n_parameters"):
        assert getattr(summary, name) == getattr(live, name), name
    np.testing.assert_allclose(summary.positions, live.positions, atol=1e-6)


def test_one_of_another_checksum_is_not_taken(model_cache):
    listed = model_cache / CHECKSUMS
    assert first_trace(model_cache / "reverse.safetensors") is not None
    listed.write_text(listed.read_text().replace("reverse.safetensors\t", "reverse.safetensors\t0"))
    assert first_trace(model_cache / "reverse.safetensors") is None
    assert first_trace(model_cache / "zh-en.safetensors") is not None


def test_one_of_another_model_is_not_taken(model_cache):
    shutil.copy(model_cache / "zh-en.headlight", model_cache / "reverse.headlight")
    assert first_trace(model_cache / "reverse.safetensors") is None


def test_without_a_list_or_a_file_there_is_none(model_cache):
    (model_cache / "reverse.headlight").unlink()
    assert first_trace(model_cache / "reverse.safetensors") is None
    (model_cache / CHECKSUMS).unlink()
    assert first_trace(model_cache / "zh-en.safetensors") is None


@pytest.mark.parametrize("name", ["zh-en.headlight", CHECKSUMS])
def test_a_damaged_file_is_none(model_cache, name):
    (model_cache / name).write_bytes((model_cache / name).read_bytes()[:-20])
    assert first_trace(model_cache / "zh-en.safetensors") is None


def ids(step):
    return [candidate.token_id for candidate in step.candidates]


def log_shares(step):
    return [candidate.log_probability for candidate in step.candidates]
