"""Runs of a small model with dropout, and whether two of them ended alike."""

from safetensors.numpy import load_file

from model.checkpoint.header import read_header

SMALL = ("n_layers=1", "n_heads=2", "d_model=16", "d_ff=16", "dropout=0.2", "averaged=3")
NUMBERS = ("--preset", "tiny", "--device", "cpu", *(f"--set={change}" for change in SMALL))


def assert_same(one, other):
    left, right = read_header(one).record, read_header(other).record
    assert (left["loss"], left["updates"]) == (right["loss"], right["updates"])
    assert left["curve"] == right["curve"]
    assert left["validation"] == right["validation"]
    tensors, others = load_file(one), load_file(other)
    assert tensors.keys() == others.keys()
    assert all((tensors[name] == others[name]).all() for name in tensors)


def unfinished(path):
    return path.with_name(f"{path.name}.run")
