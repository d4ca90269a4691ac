"""A moment comes back bit for bit; what is no moment is one sentence."""

import dataclasses
import json
import math

import numpy as np
import pytest

from model.steps import run_through
from model.traces.moment import HEAD_NUMBERS, Moment, head_numbers
from model.traces.trace import KINDS, DecodeStep, Trace
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.runs_on_disk import moment_of
from viz_app.storage.moment_files import moment_bytes, read_moment
from viz_app.storage.run_errors import RunError

ARRAYS = {"encoder_weights", "decoder_rows", "cross_rows", "recording", "steps"}


def written(tmp_path, moment: Moment):
    path = tmp_path / "000012.npz"
    path.write_bytes(moment_bytes(moment))
    return path


def plain(value: Trace | DecodeStep) -> dict[str, object]:
    """All fields that are no arrays."""
    names = {field.name for field in dataclasses.fields(value)} - ARRAYS
    return {name: getattr(value, name) for name in names}


def same_bits(one: np.ndarray, other: np.ndarray) -> bool:
    return one.dtype == other.dtype == np.float32 and one.tobytes() == other.tobytes()


def test_a_moment_comes_back_bit_for_bit(tmp_path):
    moment = moment_of(lengths=(4, 6, 2))
    read = read_moment(written(tmp_path, moment))
    assert (read.update, read.epoch, len(read.traces)) == (12, 2, 3)
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert [plain(step) for step in now.steps] == [plain(step) for step in was.steps]
        for kind in KINDS:
            assert same_bits(now.weights(kind), was.weights(kind))
            assert not now.weights(kind).flags.writeable
        for one, other in zip(was.steps, now.steps, strict=True):
            assert same_bits(one.decoder_rows, other.decoder_rows)
            assert same_bits(one.cross_rows, other.cross_rows)


def test_the_numbers_of_the_heads_come_with_it(tmp_path):
    moment = moment_of()
    read = read_moment(written(tmp_path, moment))
    assert set(read.numbers) == {(kind, number) for kind in KINDS for number in HEAD_NUMBERS}
    for key, number in moment.numbers.items():
        np.testing.assert_array_equal(read.numbers[key], number)


def test_what_json_has_no_word_for_comes_back_too(tmp_path):
    moment = moment_of(lengths=(3,))
    (trace,) = moment.traces
    steps = (dataclasses.replace(trace.steps[0], log_probability=-math.inf), *trace.steps[1:])
    traces = (dataclasses.replace(trace, steps=steps),)
    read = read_moment(written(tmp_path, dataclasses.replace(moment, traces=traces)))
    assert read.traces[0].steps[0].log_probability == -math.inf


def test_a_recorded_moment_comes_back(tmp_path, tiny_model):
    from model.traces.probe import Probe
    from model.training.moment_recording import moment_steps

    probes = (Probe("a b c d", "d c b a"), Probe("e f g", "g f e"))
    moment = run_through(moment_steps(tiny_model, probes, update=12, epoch=1))
    read = read_moment(written(tmp_path, moment))
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert all(same_bits(now.weights(kind), was.weights(kind)) for kind in KINDS)


def test_a_decoder_that_looks_ahead_comes_back(tmp_path):
    moment = moment_of(lengths=(4, 5))
    traces = (looking_ahead(moment.traces[0]), moment.traces[1])
    moment = dataclasses.replace(moment, traces=traces, numbers=head_numbers(traces))
    read = read_moment(written(tmp_path, moment))
    assert [trace.looks_ahead for trace in read.traces] == [True, False]
    for was, now in zip(moment.traces, read.traces, strict=True):
        assert plain(now) == plain(was)
        assert all(same_bits(now.weights(kind), was.weights(kind)) for kind in KINDS)
        for one, other in zip(was.steps, now.steps, strict=True):
            assert same_bits(one.decoder_rows, other.decoder_rows)
            assert same_bits(one.cross_rows, other.cross_rows)
    assert np.triu(read.traces[0].weights("decoder"), 1).any()
    for key, number in moment.numbers.items():
        np.testing.assert_array_equal(read.numbers[key], number)


def test_a_file_that_does_not_say_has_a_causal_mask(tmp_path):
    """As they were written before decoders could look ahead."""
    arrays = _arrays(moment_bytes(moment_of(lengths=(4,))))
    about = json.loads(str(arrays["about"]))
    assert about["probes"][0].pop("looks_ahead") is False
    path = tmp_path / "000012.npz"
    path.write_bytes(_npz(**{**arrays, "about": np.array(json.dumps(about))}))
    (trace,) = read_moment(path).traces
    assert not trace.looks_ahead
    assert same_bits(trace.weights("decoder"), moment_of(lengths=(4,)).traces[0].decoder_weights)


def test_a_model_of_one_sequence_comes_back(tmp_path):
    """It has one kind of attention; of the others there is nothing."""
    trace = dataclasses.replace(
        moment_of(lengths=(4,)).traces[0], steps=(), recording=None, kinds=("encoder",)
    )
    moment = Moment(update=12, epoch=0, traces=(trace,), numbers=head_numbers([trace]))
    (read,) = read_moment(written(tmp_path, moment)).traces
    assert (read.kinds, read.steps) == (("encoder",), ())
    assert same_bits(read.encoder_weights, trace.encoder_weights)
    assert read.weights("cross").size == read.weights("decoder").size == 0


def test_a_file_that_does_not_say_has_all_kinds(tmp_path):
    arrays = _arrays(moment_bytes(moment_of(lengths=(4,))))
    about = json.loads(str(arrays["about"]))
    assert about["probes"][0].pop("kinds") == list(KINDS)
    path = tmp_path / "000012.npz"
    path.write_bytes(_npz(**{**arrays, "about": np.array(json.dumps(about))}))
    assert read_moment(path).traces[0].kinds == KINDS


def test_numpy_and_json_alone_can_read_it(tmp_path):
    moment = moment_of()
    with np.load(written(tmp_path, moment), allow_pickle=False) as arrays:
        about = json.loads(str(arrays["about"]))
        np.testing.assert_array_equal(arrays["cross_1"], moment.traces[1].weights("cross"))
    assert about["probes"][0]["source_tokens"] == list(moment.traces[0].source_tokens)


def damaged_files():
    good = moment_bytes(moment_of())
    middle = len(good) // 2
    return {
        "truncated": good[:middle],
        "flipped": good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :],
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(100),
        "empty": b"",
        "other": _npz(about=np.array("{}")),
        "unsure": _npz(**{**_arrays(good), "about": _unsure(good)}),
        "kindless": _npz(**{**_arrays(good), "about": _without_kinds(good)}),
        "hollow": _npz(**_hollow()),
        "newer": _npz(about=np.array('{"version": 2}')),
        "pickled": _npz(about=np.array([{}], dtype=object)),
        "misshapen": _npz(**{**_arrays(good), "cross_1": np.zeros((3, 8, 2, 2), np.float32)}),
        "double": _npz(**{**_arrays(good), "cross_1": np.zeros((3, 8, 6, 6))}),
    }


def _unsure(data: bytes) -> np.ndarray:
    """Says something else than yes or no."""
    about = json.loads(str(_arrays(data)["about"]))
    about["probes"][0]["looks_ahead"] = "no"
    return np.array(json.dumps(about))


def _without_kinds(data: bytes) -> np.ndarray:
    """Has no kind of attention at all."""
    about = json.loads(str(_arrays(data)["about"]))
    about["probes"][0]["kinds"] = []
    return np.array(json.dumps(about))


def _hollow() -> dict[str, np.ndarray]:
    """Says that it has all kinds, and has no step."""
    trace = dataclasses.replace(moment_of(lengths=(4,)).traces[0], steps=(), recording=None)
    return _arrays(moment_bytes(Moment(update=12, epoch=2, traces=(trace,), numbers={})))


def _npz(**arrays: np.ndarray) -> bytes:
    import io

    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def _arrays(data: bytes) -> dict[str, np.ndarray]:
    import io

    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("name", list(damaged_files()))
def test_what_is_no_moment_is_one_sentence(tmp_path, name):
    path = tmp_path / "000012.npz"
    path.write_bytes(damaged_files()[name])
    with pytest.raises(RunError) as caught:
        read_moment(path)
    assert str(caught.value) == f"{path} is damaged, or Headlight did not write it."


def test_a_missing_moment_is_one_sentence(tmp_path):
    with pytest.raises(RunError, match=r"000012\.npz cannot be read"):
        read_moment(tmp_path / "000012.npz")


def test_a_hundred_moments_of_the_default_model_take_at_most_20_mb():
    """Four probes of 12 tokens, 3 layers × 8 heads."""
    moments = [moment_of(update, lengths=(12,) * 4) for update in range(5)]
    sizes = [len(moment_bytes(moment)) for moment in moments]
    assert max(sizes) <= 200_000 * 0.8
    assert 100 * max(sizes) <= 20_000_000
