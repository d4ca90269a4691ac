"""Models whose files are whole, and what they say is wrong: numbers, names, shapes, kinds."""

import io
import random
import zipfile
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from tests.model.checkpoint.readers import test_ctranslate2_file
from tests.mutated.documents import LARGE, spoiled_document, spoiled_header
from tests.mutated.spoiled_bytes import (
    BYTES,
    flipped,
    lied,
    lines,
    overwritten,
    protobuf,
    something_else,
)
from tests.mutated.spoiled_tensors import (
    spoiled_tensor,
    spoiled_tensors,
    strange_tensor,
)
from tests.mutations import STRANGE


def _safetensors(path: Path, source: random.Random) -> None:
    tensors = load_file(path)
    save_file(spoiled_tensors(tensors, source, spoiled_tensor), path)


def _pickled(path: Path, source: random.Random) -> None:
    """A tensor, or another value beside the tensors."""
    with torch.serialization.safe_globals([Namespace]):
        read = torch.load(path, weights_only=True)  # noqa: TID251 - it is a test's own file
    places = [place for place in _places(read) if place]
    held = [place for place in places if isinstance(_at(read, place), Mapping)]
    with_tensors = [
        place
        for place in [(), *held]
        if any(isinstance(v, Tensor) for v in _at(read, place).values())
    ]
    if source.random() < 0.6:
        place = source.choice(with_tensors)
        spoil = source.choice((spoiled_tensor, strange_tensor))
        other = spoiled_tensors(_at(read, place), source, spoil)
    else:
        others = [place for place in places if not isinstance(_at(read, place), Tensor)] or places
        place = source.choice(others)
        tensors = (torch.ones(2), {1: 2}, {"a": torch.ones(1)}, _endless(), _doubling([1]))
        other = source.choice((*STRANGE[1:], *LARGE[:-3], 10**6000, *tensors, _doubling({"a": 1})))
    torch.save(_with(read, place, other), path)


def _endless() -> dict[str, Any]:
    """An object that holds itself."""
    made: dict[str, Any] = {"a": 1}
    made["b"] = made
    return made


def _doubling(value: Any) -> Any:
    """Small in a file, and written out longer than all that there is."""
    for _ in range(60):
        value = [value, value] if isinstance(value, list) else {"a": value, "b": value}
    return value


def _places(value: Any, start: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where all values stand, in mappings and namespaces."""
    inner = vars(value) if isinstance(value, Namespace) else value
    found = [start]
    if isinstance(inner, Mapping):
        for key in inner:
            found += _places(inner[key], (*start, key))
    return found


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = vars(value)[key] if isinstance(value, Namespace) else value[key]
    return value


def _with(value: Any, place: tuple[Any, ...], other: Any) -> Any:
    if not place:
        return other
    first, *rest = place
    if isinstance(value, Namespace):
        return Namespace(**_with(vars(value), place, other))
    return {**value, first: _with(value[first], tuple(rest), other)}


def _packed(data: bytes, source: random.Random) -> bytes:
    """The zip archive of a .pt file, whole, with another entry in it; checksums are right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {info.filename: archive.read(info) for info in archive.infolist()}
    pickled = next(name for name in entries if name.endswith("data.pkl"))
    name, packing = source.choice([*entries]), zipfile.ZIP_STORED
    match source.randrange(8):
        case 0:
            del entries[name]
        case 1:
            entries[source.choice(("x", "../x", "/x", "a/../../x"))] = entries.pop(name)
        case 2:
            packing = zipfile.ZIP_DEFLATED
        case 3:
            entries[name], packing = bytes(2**28), zipfile.ZIP_DEFLATED
        case 4:
            entries[name] = entries[name][: len(entries[name]) // 2]
        case _:
            spoil = source.choice((flipped, lied, overwritten))
            entries[pickled] = spoil(entries[pickled], source)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        for entry, content in entries.items():
            archive.writestr(entry, content)
    return packed.getvalue()


def _variables(data: bytes, source: random.Random) -> bytes:
    """A CTranslate2 file with another variable in it."""
    file = test_ctranslate2_file
    variables, aliases = file.network(), dict(file.ALIASES)
    for _ in range(source.choice((1, 1, 3))):
        name = source.choice([*variables])
        array = np.asarray(variables[name])
        match source.randrange(8):
            case 0:
                del variables[name]
            case 1:
                variables[source.choice((name[:-1], name.replace("0", "9"), "x" * 9000, ""))] = (
                    array
                )
            case 2:
                variables[name] = array.astype(source.choice(("int8", "int16", "int32", "float16")))
            case 3:
                variables[name] = np.zeros(
                    [source.choice((0, 1, 2, 7)) for _ in range(source.randrange(9))], "float32"
                )
            case 4:
                variables[name] = np.zeros((2**30, 0), "float32")
            case 5 if array.dtype.kind == "f":
                variables[name] = np.full_like(array, source.choice((np.nan, np.inf, 1e30)))
            case 6:
                aliases[source.choice((name, "x", "decoder/projection/weight"))] = source.choice(
                    [*variables]
                )
            case _:
                variables[f"{name.rpartition('/')[0]}/alibi"] = np.float32(
                    source.choice((0, 1, np.nan))
                )
    scalars = ("num_heads", "pre_norm", "scale_embeddings", "activation", "queries_scale")
    if source.random() < 0.4:
        name = f"{source.choice(('encoder', 'decoder'))}/{source.choice(scalars)}"
        number = source.choice((0, 1, -1, 100, 32767, np.nan, np.inf, 1e30))
        variables[name] = np.float32(number)
    return file.written(variables, aliases, version=source.choice((6, 6, 3, 7)))


Change = Callable[[Path, random.Random], object]


def _rewritten(spoil: Callable[[bytes, random.Random], bytes]) -> Change:
    def change(path: Path, source: random.Random) -> None:
        path.write_bytes(spoil(path.read_bytes(), source))

    change.__name__ = spoil.__name__
    return change


_DAMAGE = tuple(map(_rewritten, BYTES))
_TELLING: Mapping[str, tuple[Change, ...]] = {
    ".json": (_rewritten(spoiled_document),),
    ".safetensors": (_safetensors, _safetensors, _rewritten(spoiled_header)),
    ".bin": (_pickled, _pickled, _rewritten(_packed)),
    ".spm": (_rewritten(protobuf),),
    ".txt": (_rewritten(lines),),
}
_LIKE = {".model": ".spm", ".pt": ".bin", ".ckpt": ".bin", ".yaml": ".txt", "": ".txt"}
"""By the ends of names: what is changed so that the file is whole afterwards."""


def spoil(folder: Path, source: random.Random) -> str:
    """Change a file or two; tells how."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    how = []
    for path in source.sample(files, k=min(len(files), source.choice((1, 1, 1, 2)))):
        kind = _TELLING[_LIKE.get(path.suffix, path.suffix)]
        if path.name == "model.bin":
            kind = (_rewritten(lied), *[_rewritten(_variables)] * 3)[: 4 if _is_new(path) else 1]
        chance = source.random()
        if chance < 0.06:
            how.append(f"{path.name} {something_else(path, source)}")
            continue
        change = source.choice(kind if chance < 0.56 else _DAMAGE)
        before = path.read_bytes()
        try:
            change(path, source)
        except (RuntimeError, ValueError, TypeError, NotImplementedError, UnicodeError):
            change = _rewritten(flipped)  # there is no such file: no library writes it
            path.write_bytes(before)
            change(path, source)
        how.append(f"{path.name} {change.__name__}")
    return ", ".join(how)


def _is_new(path: Path) -> bool:
    return path.read_bytes()[:1] == b"\6"


__all__ = ["spoil"]
