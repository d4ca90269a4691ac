"""Files of Headlight in which a value is another, and which are whole: every checksum is right."""

import gzip
import hashlib
import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
import safetensors.torch
from torch import Tensor

from model.checkpoint.file import Digest, bytes_of
from model.checkpoint.header import metadata_of, parse_header
from tests.mutated.documents import spoiled_document
from tests.mutated.spoiled_bytes import BYTES, lines
from tests.mutated.spoiled_tensors import spoiled_tensor, spoiled_tensors
from tests.mutations import spoiled


def damaged(data: bytes, source: random.Random) -> bytes:
    """Bytes are others, wherever they are."""
    return source.choice(BYTES)(data, source)


def forged(name: str, data: bytes, source: random.Random) -> bytes:
    """What a file of that name holds is something else, and the file is whole."""
    stem, _, kind = name.rpartition(".")
    if kind == "gz":
        return gzip.compress(forged(stem, gzip.decompress(data), source), 1)
    return _FORGES.get(kind, damaged)(data, source)


def _archive(data: bytes, source: random.Random) -> bytes:
    """One entry is another, gone, there under another name, or packed otherwise."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    name, packing = source.choice([*entries]), zipfile.ZIP_STORED
    begun = b""
    match source.randrange(10):
        case 0:
            del entries[name]
        case 1:
            other = ("x", "../x.npy", "/x.json", "a/../../x", "run.json", "\ud83d", "x" * 300)
            entries[source.choice(other)] = entries[name]
        case 2:
            begun, packing = _bomb(name), zipfile.ZIP_DEFLATED
            del entries[name]
        case 3:
            packing = source.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
        case 4:
            begun = _crowd(entries[name])
        case _:
            entries[name] = forged(name, entries[name], source)
    return zipped(entries, packing, begun=begun)


@lru_cache(maxsize=32)
def _bomb(name: str) -> bytes:
    """An archive of one entry, that fills the memory; made once, for it takes a while."""
    return zipped({name: bytes(2**27)}, zipfile.ZIP_DEFLATED)


@lru_cache(maxsize=32)
def _crowd(content: bytes) -> bytes:
    """An archive of more entries than any of ours has."""
    return zipped({f"{number}.npy": content for number in range(5000)}, zipfile.ZIP_STORED)


def zipped(
    entries: Mapping[str, bytes], packing: int = zipfile.ZIP_STORED, *, begun: bytes = b""
) -> bytes:
    """An archive, with those entries after those of one that was begun."""
    file = io.BytesIO(begun)
    with zipfile.ZipFile(file, "a", packing, compresslevel=1) as archive:
        for entry, content in entries.items():
            archive.writestr(entry, content)
    return file.getvalue()


def _array(data: bytes, source: random.Random) -> bytes:
    """Another array, or another header of one."""
    array = np.load(io.BytesIO(data), allow_pickle=False)
    if array.dtype.kind == "U" and source.random() < 0.8:  # a document
        text = spoiled_document(str(array).encode(), source).decode("utf-8", "replace")
        return npy(np.array(text))
    others = [changed["x"] for _, changed in spoiled({"x": array}) if "x" in changed]
    match source.randrange(4):
        case 0 if others:
            return npy(source.choice(others))
        case 1:
            return npy(np.zeros(source.choice(((0,), (2**30, 0), (3, 3), (1,) * 30)), array.dtype))
        case 2:
            kinds = ("<f2", ">f4", "<c8", "<M8[s]", "S3", "<i8", "?", [("a", "<f4")])
            return npy(np.zeros(array.shape, np.dtype(source.choice(kinds))))
        case _:
            return damaged(data, source)


def npy(array: np.ndarray) -> bytes:
    """A file of one array."""
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
    return file.getvalue()


def _checksummed(data: bytes, source: random.Random) -> bytes:
    """A checkpoint or a saved run, in which the text or a tensor is another."""
    metadata = dict(metadata_of(parse_header(data)))
    tensors = safetensors.torch.load(data)
    own = next(name for name in metadata if name != "sha256")
    if source.random() < 0.6:
        text = spoiled_document(metadata[own].encode(), source)
        metadata[own] = text.decode("utf-8", "replace")
    else:
        tensors = spoiled_tensors(tensors, source, spoiled_tensor)
    digest = _of_checkpoint if own == "headlight" else _of_run
    metadata["sha256"] = digest(metadata[own], tensors)
    return safetensors.torch.save(tensors, metadata)


def _of_checkpoint(text: str, tensors: dict[str, Tensor]) -> str:
    digest = Digest(text)
    for name in sorted(tensors):
        digest.add(name, tensors[name])
    return digest.text


def _of_run(text: str, tensors: dict[str, Tensor]) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        digest.update(name.encode())
        digest.update(bytes_of(tensors[name]))
    return digest.hexdigest()


def _document(data: bytes, source: random.Random) -> bytes:
    """A document, a list of lines in it that is none, or something small."""
    return spoiled_document(data, source) if source.random() < 0.9 else json.dumps([]).encode()


_FORGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "json": _document,
    "npy": _array,
    "npz": _archive,
    "zip": _archive,
    "headlight": _archive,
    "safetensors": _checksummed,
    "run": _checksummed,
    "tsv": lines,
}
