"""Files that were made to fill the memory or the day: small ones that promise much, and others."""

import gzip
import json
import os
import zipfile
from pathlib import Path
from typing import Any

from model.checkpoint.file import save_checkpoint
from tests.model.checkpoint.parts import forge, parts
from tests.model.one_stack import gpt

WORD = 50_000_000

_NEVER_ENDS = {"pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated", "invert": False}
_MORE = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 100}
TOKENIZERS: dict[str, tuple[dict[str, Any], str]] = {
    "a merge that ends inside a character": (
        {
            "model": {
                "type": "BPE",
                "vocab": {"a": 0, "é": 1, "aé": 2},
                "merges": ["a é"],
                "continuing_subword_prefix": "a",
            }
        },
        "The merge of 'a' and 'é' is not in the vocabulary.",
    ),
    "a charsmap that is none": (
        {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAAAP////8="}},
        "tokenizer.json ",
    ),
    "pieces of no length": (
        {"pre_tokenizer": {"type": "FixedLength", "length": 0}},
        "tokenizer.json cannot tokenise text: ",
    ),
    "a text 10,000,000,000 times as long": (
        {"normalizer": {"type": "Sequence", "normalizers": [_MORE] * 5}},
        "tokenizer.json can make a text ",
    ),
}
"""Parts of a ``tokenizer.json``, and what is said of them."""

SPLIT = {"pre_tokenizer": {"type": "Split", **_NEVER_ENDS}}, "a" * 40 + "!"
"""One that cuts all texts but the second value, where the library panics."""


def promising(path: Path, good: Path, **numbers: int) -> Path:
    """A checkpoint of a few kilobytes whose configuration speaks of a larger network."""
    metadata, tensors = parts(good)
    content = json.loads(metadata["headlight"])
    content["config"].update(numbers)
    forge(path, content, tensors)
    return path


def long_header(path: Path) -> Path:
    """33 MB before the first number, of which there is none."""
    text = b'{"__metadata__":{"headlight":"' + b"a" * 33_600_000 + b'"}}'
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    return path


def sparse(path: Path, good: Path) -> Path:
    """20 GB by its size, and hardly a byte on the disk."""
    path.write_bytes(good.read_bytes())
    os.truncate(path, 20_000_000_000)
    return path


def packed_pairs(path: Path) -> Path:
    """1.5 MB that unpack to 1.6 GB of pairs; as lists of lines they would take 9 GB and more."""
    path.write_bytes(gzip.compress(b"a\ta\n" * 2**22) * 96)
    return path


def long_words(path: Path) -> Path:
    path.write_text(f"{'x' * WORD}\t{'y' * WORD}\n")
    return path


def packed_curve(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("loss.npy", bytes(2**29))
    return path


def long_session(path: Path, good: Path) -> Path:
    """Its texts have 9 MB."""
    with zipfile.ZipFile(good) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    entries["session.json"] += b" " * 9_000_000
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def with_tokenizer(path: Path, **changed: Any) -> Path:
    """A checkpoint whose ``tokenizer.json`` has other parts."""
    save_checkpoint(gpt(), path)
    metadata, tensors = parts(path)
    content = json.loads(metadata["headlight"])
    cut = content["src_tokenizer"]["tokenizer"]
    cut["text"] = json.dumps({**json.loads(cut["text"]), **changed})
    forge(path, content, tensors)
    return path


def with_tokenizer_file(folder: Path, **changed: Any) -> Path:
    path = folder / "tokenizer.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))
    return folder
