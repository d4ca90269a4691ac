"""A damaged or foreign file is always one CheckpointError: never another error, never a model."""

import os
import pickle  # noqa: TID251 - to show that it is not used
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.messages import CheckpointError
from tests.every import every
from tests.model.builders import untrained_model
from tests.model.checkpoint.foreign_files import FOREIGN, PNG
from tests.mutated.spoiled_bytes import BYTES

MINI = ModelConfig(n_layers=1, n_heads=2, d_model=4, d_ff=4, max_len=12)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a very small checkpoint whose header ends on padding."""
    path = tmp_path_factory.mktemp("good") / "m.safetensors"
    model = untrained_model(MINI)
    for length in range(1, 9):
        record = {"note": "x" * length}
        save_checkpoint(TrainedModel(**{**vars(model), "record": record}), path)
        data = path.read_bytes()
        if header(data).endswith(b"     "):
            load_checkpoint(path)
            return data
    raise AssertionError("no header ends on padding")


@pytest.fixture
def outcome(tmp_path: Path) -> Callable[[bytes], str]:
    """What loading some bytes gives: ``"refused"``, or what should not have happened."""
    path = tmp_path / "damaged.safetensors"

    def load(data: bytes) -> str:
        path.write_bytes(data)
        try:
            load_checkpoint(path)
        except CheckpointError as error:
            sentence = str(error)
            whole = sentence.startswith(str(path)) and "\n" not in sentence
            return "refused" if whole else f"said {sentence!r}"
        except Exception as error:
            return f"raised {error!r}"
        return "loaded"

    return load


def header(data: bytes) -> bytes:
    return data[8 : 8 + int.from_bytes(data[:8], "little")]


def regions(data: bytes) -> dict[str, range]:
    length = len(header(data))
    text = len(header(data).rstrip(b" "))
    return {
        "length": range(8),
        "header": range(8, 8 + text),
        "padding": range(8 + text, 8 + length),
        "tensors": range(8 + length, len(data)),
    }


def test_a_flipped_bit_anywhere_is_noticed(good: bytes, outcome: Callable[[bytes], str]):
    """Every bit of the length and of the padding, one of every other byte."""
    assert outcome(good) == "loaded"
    source = random.Random("flipped")
    for region, places in regions(good).items():
        assert places
        for place in places:
            whole = region in {"length", "padding"}
            for bit in range(8) if whole else [source.randrange(8)]:
                damaged = bytearray(good)
                damaged[place] ^= 1 << bit
                assert outcome(bytes(damaged)) == "refused", (place, bit)


@every("blank", [b"\t", b"\n", b"\r", b"\x00", b"}"])
def test_the_padding_holds_blanks_only(good: bytes, outcome: Callable[[bytes], str], blank: bytes):
    for place in regions(good)["padding"]:
        assert outcome(good[:place] + blank + good[place + 1 :]) == "refused", place


def test_no_truncation_loads(good: bytes, outcome: Callable[[bytes], str]):
    for length in (*range(0, 64), *range(64, len(good), 37), len(good) - 1):
        assert outcome(good[:length]) == "refused", length


@every("name", FOREIGN)
def test_a_foreign_file_is_refused(outcome: Callable[[bytes], str], name: str):
    assert outcome(FOREIGN[name]) == "refused"


def other_byte_in_header(data: bytes, source: random.Random) -> bytes:
    damaged = bytearray(data)
    damaged[8 + source.randrange(len(header(data)))] = source.randrange(256)
    return bytes(damaged)


def moved(data: bytes, source: random.Random) -> bytes:
    first, second, third = sorted(source.sample(range(len(data) + 1), 3))
    return data[:first] + data[second:third] + data[first:second] + data[third:]


def foreign(data: bytes, source: random.Random) -> bytes:
    start = source.choice([b"", PNG, b"PK\x03\x04", b"\x80\x04", b"{", *FOREIGN.values()])
    return start + source.randbytes(source.randint(0, 2000))


def foreign_behind_the_header(data: bytes, source: random.Random) -> bytes:
    length = 8 + len(header(data))
    return data[:length] + source.randbytes(len(data) - length)


DAMAGES = (*BYTES, other_byte_in_header, moved, foreign, foreign_behind_the_header)


def damaged_files(data: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """Files that differ from ``data``, the same ones in every run, each with its name."""
    for seed in range(count):
        source = random.Random(seed)
        damage = DAMAGES[seed % len(DAMAGES)]
        made = data
        while made == data:
            made = damage(data, source)
        yield f"{damage.__name__} with seed {seed}", made


def test_a_thousand_damaged_files_are_each_refused_in_a_sentence(
    good: bytes, outcome: Callable[[bytes], str]
):
    wrong = {
        name: result
        for name, data in damaged_files(good, 1000)
        if (result := outcome(data)) != "refused"
    }
    assert wrong == {}


LOAD_WITH_AN_AUDITOR = """
import sys
unpickled = []
sys.addaudithook(lambda event, args: unpickled.append(args) if event == "pickle.find_class" else 0)
from pathlib import Path
from model.checkpoint.file import load_checkpoint
from model.messages import CheckpointError
good, evil, zipped = map(Path, sys.argv[1:])
unpickled.clear()
load_checkpoint(good)
for path in (evil, zipped):
    try:
        load_checkpoint(path)
    except CheckpointError:
        print("refused")
print("unpickled", len(unpickled))
import pickle  # noqa: TID251 - to show that it is not used
pickle.loads(evil.read_bytes())
print("unpickled", len(unpickled))
"""


class Evil:
    """Makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.folder),)


def test_loading_never_unpickles_and_a_malicious_file_is_not_run(tmp_path: Path, good: bytes):
    good_path, evil, zipped = (tmp_path / name for name in ("good", "evil", "zipped"))
    good_path.write_bytes(good)
    evil.write_bytes(pickle.dumps(Evil(tmp_path / "run by pickle")))
    torch.save(Evil(tmp_path / "run by torch"), zipped)
    done = subprocess.run(
        [sys.executable, "-c", LOAD_WITH_AN_AUDITOR, good_path, evil, zipped],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    # The last line proves that the auditor and the malicious file do work.
    assert done.stdout.split("\n") == ["refused", "refused", "unpickled 0", "unpickled 1", ""]
    assert (tmp_path / "run by pickle").exists()
    assert not (tmp_path / "run by torch").exists()
