"""Tensors of a foreign model, read one at a time: names and shapes first, values on demand."""

from __future__ import annotations

import json
import re
import warnings
import zipfile
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from pickletools import genops
from typing import Any, BinaryIO

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from model import values
from model.checkpoint.locations import BROKEN_ZIP
from model.files import LARGEST_TABLE, LARGEST_TEXT, LARGEST_WEIGHTS, open_file, read_text
from model.messages import CheckpointError, UserError
from model.runs.estimates import Sizes

# ------------------------------------------------------------------------------------ tensor files

LFS_START = b"version https://git-lfs.github.com/spec/"
"""First bytes of a Git LFS pointer, left in place of a large file that was not fetched."""

MOST_SHARED = 64
"""Maximum number of tensors with the same data: layers may be shared, and tables tied."""
FEW_BYTES = 2**26
"""That may always be shown."""

_KINDS: Mapping[str, torch.dtype] = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "F8_E5M2": torch.float8_e5m2,
    "F8_E4M3FNUZ": torch.float8_e4m3fnuz,
    "F8_E5M2FNUZ": torch.float8_e5m2fnuz,
    "F8_E8M0": torch.float8_e8m0fnu,
}
"""Floating point, as ``.safetensors`` names it."""


class ForeignModelError(CheckpointError):
    """A foreign model that cannot be imported."""


class TensorFile(ABC):
    """Tensors by name.

    Attributes:
        shapes: of all of them, in their order.
        kinds: precision of those that are in floating point.
        others: what else the file holds beside tensors.
    """

    shapes: Mapping[str, Sizes]
    kinds: Mapping[str, torch.dtype]
    others: Mapping[str, Any]

    @abstractmethod
    def load(self, name: str) -> Tensor:
        """A tensor in its own precision, on the CPU."""

    def shape(self, name: str, *, family: str, dimensions: int = 2) -> Sizes:
        """Raise ForeignModelError if a tensor is missing, or has other dimensions."""
        if len(shape := self.shapes.get(name, ())) != dimensions:
            raise ForeignModelError(
                "The {family} model has no tensor {name}.", family=family, name=name
            )
        return shape

    def same(self, first: str, second: str) -> bool:
        """True if two names have equal values and the same precision; raises ForeignModelError."""
        if first == second:
            return True
        if not {first, second} <= self.shapes.keys() or self.shapes[first] != self.shapes[second]:
            return False
        one, other = self.load(first), self.load(second)
        if one.dtype != other.dtype:
            return False
        # torch.save keeps what is shared once
        return one.data_ptr() == other.data_ptr() or torch.equal(one, other)


class SafetensorsFiles(TensorFile):
    """One or several ``.safetensors`` files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read the headers; raises ForeignModelError if a file is not valid safetensors."""
        self.others: dict[str, Any] = {}
        self._place: dict[str, Path] = {}
        shapes: dict[str, Sizes] = {}
        kinds: dict[str, torch.dtype] = {}
        for path in paths:
            check_file(path)
            try:
                with safe_open(path, framework="pt") as file:
                    self.others |= file.metadata() or {}
                    for name in file.keys():  # noqa: SIM118 - it is no mapping
                        part = file.get_slice(name)
                        shapes[name] = checked_shape(path, name, part.get_shape())
                        if part.get_dtype() in _KINDS:
                            kinds[name] = _KINDS[part.get_dtype()]
                        self._place[name] = path
            except (SafetensorError, OSError, ValueError) as error:
                raise damaged(path, error) from error
        self.shapes, self.kinds = shapes, kinds

    def load(self, name: str) -> Tensor:
        """Map the file anew for each tensor, so that what was read is released.

        Raises ForeignModelError if the file has changed.
        """
        path = self._place[name]
        try:
            with safe_open(path, framework="pt") as file:
                tensor: Tensor = file.get_tensor(name)
        except (SafetensorError, OSError, ValueError) as error:
            raise damaged(path, error) from error
        return tensor


def check_file(path: Path, *, most: int = LARGEST_WEIGHTS) -> None:
    """Raise ForeignModelError unless it is a regular file of at most ``most`` bytes, no pointer."""
    try:
        with open_file(path) as file:
            start = file.read(len(LFS_START))
            size = file.seek(0, 2)
    except OSError as error:
        raise ForeignModelError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error
    if start == LFS_START:
        raise ForeignModelError(
            "{path} is a Git LFS pointer, not the file itself: fetch it with “git lfs pull”.",
            path=path,
        )
    if size > most:
        raise ForeignModelError(
            "{path} is too large: it has {size} bytes; the limit is {most}.",
            path=path,
            size=size,
            most=most,
        )


def checked_shape(path: Path, name: str, shape: Sequence[int]) -> Sizes:
    """The shape; raises ForeignModelError for an empty matrix, whose rows would be counted."""
    if len(shape) > 1 and 0 in shape:
        raise ForeignModelError(
            "{path}: the tensor {name} is empty: its shape is {shape}.",
            path=path,
            name=name,
            shape=" × ".join(map(str, shape)),
        )
    return tuple(shape)


def check_shared(path: Path, *, shown: int, held: int) -> None:
    """Raise ForeignModelError if more names share the same bytes than in a real model."""
    # Each becomes a parameter of its own: a small file could fill a disk.
    if shown > MOST_SHARED * held + FEW_BYTES:
        raise ForeignModelError(
            "{path} has {held} bytes of data, but its tensors repeat them {times} times: "
            "save .clone() of each tensor.",
            path=path,
            held=held,
            times=round(shown / max(1, held)),
        )


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; raises ForeignModelError if it cannot be read."""
    check_file(path, most=LARGEST_TABLE)
    try:
        return values.read(
            dict[str, Any], json.loads(read_text(path, most=LARGEST_TABLE)), "its content"
        )
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, UserError):
            raise ForeignModelError("{path}: {error}", path=path, error=error) from error
        raise damaged(path, error) from error


def damaged(path: Path, error: Exception) -> ForeignModelError:
    return ForeignModelError(
        "{path} is damaged: {error}. Download it again.", path=path, error=_reason(error)
    )


def _reason(error: Exception) -> Exception:
    # Without torch's advice and the final full stop.
    if isinstance(error, OSError):
        return error
    told = str(error).rpartition("WeightsUnpickler error:")[2].strip()
    return ValueError(told.split("\n\n")[0].rstrip(". ") or type(error).__name__)


# ------------------------------------------------------------------------------------- pickle size

_MOST_OPERATIONS = 3_000_000
"""Limit for a pickle: ten tensors take some three hundred, a vocabulary entry six."""
_MOST_WRITTEN = 2**26
"""Characters and values, written out."""
_TOO_MUCH = _MOST_WRITTEN + 1
_DEEPEST = 100
_MOST_CIRCLES = 16
_LONGEST_WHOLE = 64
"""Bits: of longer numbers, any many can have the same hash."""

_RECORD = "data.pkl"
_NUMBERS = ("BININT", "BININT1", "BININT2", "BINFLOAT", "LONG1")
_PLAIN = {"NONE", "NEWFALSE", "NEWTRUE", "BINUNICODE", "SHORT_BINSTRING", "GLOBAL", *_NUMBERS}
_EMPTY = ("EMPTY_TUPLE", "EMPTY_LIST", "EMPTY_DICT", "EMPTY_SET")
_MADE = {**dict.fromkeys(_EMPTY, 0), "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_MADE |= {"REDUCE": 2, "NEWOBJ": 2, "BINPERSID": 1}
_PUT_IN = {"APPEND": 1, "SETITEM": 2, "BUILD": 1}
_TAKEN = {**_MADE, **_PUT_IN}
"""Number of operands that an opcode pops."""
_TO_MARK = ("TUPLE", "APPENDS", "SETITEMS")
"""Opcodes that pop everything to the last mark."""

_COPYING = ("_codecs encode", "builtins bytearray", "__builtin__ bytearray")
"""What torch's reader calls for bytes; of a number, bytearray reserves so many."""
_LATIN = {"latin1", "latin-1"}
"""Encoding by which pickles write bytes as text."""

_Node = list[Any]
"""What a container holds: other nodes, texts, and the sizes of other plain values."""


def check_pickle(path: Path) -> None:
    """Check the pickle of a ``torch.save`` file, located as torch does it.

    Raises ForeignModelError if it has too many values, is nested too deeply, or contains bytes that
    are not written as :data:`_LATIN` text.
    """
    with open_file(path) as file:
        try:
            reader = torch._C.PyTorchFileReader(file)
            size = reader.get_record_size(_RECORD)
            nodes = [*_nodes(reader.get_record(_RECORD))] if size <= LARGEST_TEXT else [None]
        except (RuntimeError, OSError):  # torch says why when it reads it
            return
    sizes: dict[int, tuple[int, int]] = {}
    for node in nodes:
        if node is None or _measured(node, sizes, _DEEPEST)[0] > _MOST_WRITTEN:
            raise ForeignModelError(
                "{path} contains too much besides its tensors, or values nested too deeply: "
                "save only its state dict, with torch.save(model.state_dict(), {name!r}).",
                path=path,
                name="model.pt",
            )


def _measured(
    value: _Node | str | int, sizes: dict[int, tuple[int, int]], room: int
) -> tuple[int, int]:
    if not isinstance(value, list):
        return len(value) if isinstance(value, str) else value, 0
    if id(value) not in sizes and room:
        sizes[id(value)] = _MOST_WRITTEN // _MOST_CIRCLES, 0
        inside = [_measured(part, sizes, room - 1) for part in value]
        size = min(1 + sum(size for size, _ in inside), _TOO_MUCH)
        sizes[id(value)] = size, 1 + max((height for _, height in inside), default=0)
    size, height = sizes.get(id(value), (_TOO_MUCH, 0))
    return (size if height <= room else _TOO_MUCH), height


def _nodes(data: bytes) -> Iterator[_Node | None]:
    machine, count = _Machine(), 0
    with suppress(ValueError, IndexError, KeyError, AttributeError):
        followed = takewhile(lambda found: machine.follow(found[0].name, found[1]), genops(data))
        count = sum(1 for _ in islice(followed, _MOST_OPERATIONS + 1))
    yield from machine.made
    if count > _MOST_OPERATIONS or machine.copied > _MOST_WRITTEN:
        yield None


class _Machine:
    """The stack of torch's reader, with sizes in place of plain values.

    Attributes:
        made: every container so far.
        copied: bytes that were made of texts so far.
    """

    def __init__(self) -> None:
        self.made: list[_Node] = []
        self.copied = 0
        self._stack: _Node = []
        self._marked: list[_Node] = []
        self._memo: dict[Any, _Node | str | int] = {}

    def follow(self, name: str, argument: Any) -> bool:
        if name == "MARK":
            self._marked.append(self._stack)
            self._stack = []
        elif name in {"BINPUT", "LONG_BINPUT"}:
            self._memo[argument] = self._stack[-1]
        elif name in {"BINGET", "LONG_BINGET"}:
            self._stack.append(self._memo[argument])
        elif name in _PLAIN:
            self._stack.append(_plain(argument))
        elif name in _MADE or name == "TUPLE":
            self.made.append(self._taken(name))
            self._stack.append(self.made[-1])
            if name == "REDUCE" and self.made[-1][0] in _COPYING:
                self.copied += _copied(self.made[-1][1])
        elif name in _PUT_IN or name in _TO_MARK:
            taken = self._taken(name)
            self._stack[-1].extend(taken)
        else:
            return name == "PROTO"
        return True

    def _taken(self, name: str) -> _Node:
        if name in _TO_MARK:
            taken, self._stack = self._stack, self._marked.pop()
            return taken
        start = len(self._stack) - _TAKEN[name]
        taken = self._stack[start:]
        del self._stack[start:]
        return taken


def _copied(arguments: _Node | str | int) -> int:
    """Bytes created from the arguments; too many for a number, or for another codec."""
    match arguments:
        case []:
            return 0
        case [str(text), str(codec)] if codec in _LATIN:
            return len(text)
        case [["_codecs encode", [str(text), _]]]:  # of bytes that were looked at
            return len(text)
    return _TOO_MUCH


def _plain(argument: object) -> str | int:
    if isinstance(argument, int) and argument.bit_length() > _LONGEST_WHOLE:
        return _TOO_MUCH
    return argument if isinstance(argument, str) else 1


# ------------------------------------------------------------------------------------- torch files

_STATE_KEYS = ("state_dict", "model_state_dict", "model_state", "model", "net", "module")
"""Under which of these names training loops put the tensors, among other things."""

_BESIDE = re.compile(r"optim|sched|scaler|ema([._]|$)|rng", re.IGNORECASE)
"""What else they put there that holds tensors, where the model has no name of its own."""

_MOST_MAPPED = 2**26
"""Bytes read from a mapped file before it is mapped anew."""

_MOST_PARTS = 10_000
"""Maximum number of nested mappings in a file."""

_RUNS = re.compile(
    "unsupported global|unrecognized function|can only (build|create)|must be imported", re.I
)
"""What torch says of a pickle that is whole, and asks for more than tensors and plain values."""


class TorchFiles(TensorFile):
    """State dicts written by ``torch.save``, memory-mapped; nothing else is unpickled."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Find the tensors and the other values in the files; raises ForeignModelError."""
        self._paths, self._loaded = paths, 0
        self._tensors: dict[str, Tensor] = {}
        for path in paths:
            check_file(path)
            _check_zip(path)  # before torch opens it, which unpacks a part at once
            check_pickle(path)
        self._map()
        self.shapes = {name: tuple(tensor.shape) for name, tensor in self._tensors.items()}
        self.kinds = {
            name: tensor.dtype
            for name, tensor in self._tensors.items()
            if tensor.is_floating_point()
        }

    def load(self, name: str) -> Tensor:
        """The mapped tensor; files are mapped anew at times, so that what was read is released.

        Raises ForeignModelError if the file has changed.
        """
        if self._loaded > _MOST_MAPPED:
            self._map()
        if name not in self._tensors:
            raise damaged(self._paths[0], KeyError(name))
        tensor = self._tensors[name]
        self._loaded += tensor.nbytes
        return tensor

    def _map(self) -> None:
        self._tensors.clear()
        self.others, self._loaded = {}, 0
        for path in self._paths:
            read = _unpickled(path)
            tensors = dict(_tensors(read))
            if not tensors:
                raise ForeignModelError("{path} contains no tensors.", path=path)
            for name, tensor in tensors.items():
                _check_plain(path, name, tensor)
            storages = (tensor.untyped_storage() for tensor in tensors.values())
            held = {storage.data_ptr(): storage.nbytes() for storage in storages}
            shown = sum(tensor.nbytes for tensor in tensors.values())
            check_shared(path, shown=shown, held=sum(held.values()))
            self._tensors |= tensors
            self.others |= {
                str(key): value for key, value in read.items() if not _holds_tensors(value)
            }


def _unpickled(path: Path) -> Any:
    check_file(path)
    _check_zip(path)
    try:
        # a namespace of options is plain values: fairseq and OpenNMT-py store one
        with torch.serialization.safe_globals([Namespace]), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is refused a line later
            return torch.load(  # noqa: TID251 - the one place; nothing but tensors and plain values
                path, map_location="cpu", weights_only=True, mmap=True
            )
    except MemoryError:
        raise
    except Exception as error:  # a damaged pickle can come to anything
        if not _RUNS.search(str(error)):
            raise damaged(path, error) from error
        raise ForeignModelError(
            "{path} contains more than tensors; loading it would run code from its author. "
            "Save a state dict instead: torch.save(model.state_dict(), {name!r}).",
            path=path,
            name="model.pt",
        ) from error


def _check_zip(path: Path) -> None:
    """Raise ForeignModelError for formats before torch 1.6, which cannot be mapped."""
    with open_file(path) as file:
        start = file.read(4)
        try:
            if zipfile.is_zipfile(file):
                _check_unpacked(path, file)
                return
        except (*BROKEN_ZIP, ValueError, OSError) as error:
            raise damaged(path, error) from error
    if start.startswith(b"PK"):
        raise damaged(path, EOFError("it ends too early"))
    if not start.startswith(b"\x80"):
        raise ForeignModelError("{path} was not written by torch.save.", path=path)
    raise ForeignModelError(
        "{path} is not in the format that torch.save has written since 2020: load it where "
        "it was made and save its state dict again.",
        path=path,
    )


def _check_unpacked(path: Path, file: BinaryIO) -> None:
    """Raise ForeignModelError if a part would be larger in memory than in the file."""
    with zipfile.ZipFile(file) as archive:
        packed = [part.filename for part in archive.infolist() if part.compress_type]
        names = archive.namelist()
    if any(name.endswith("/constants.pkl") for name in names):
        raise ForeignModelError(
            "{path} is a program (TorchScript), and loading it would run it: save a state "
            "dict instead, with torch.save(model.state_dict(), {name!r}).",
            path=path,
            name="model.pt",
        )
    if packed:
        raise damaged(path, ValueError(f"{packed[0]} in it is compressed"))


def _check_plain(path: Path, name: str, tensor: Tensor) -> None:
    """Raise ForeignModelError unless all values of a tensor are contiguous in the file."""
    checked_shape(path, name, tensor.shape)
    of: dict[str, object] = {"path": path, "name": name}
    if tensor.is_quantized:
        raise ForeignModelError(
            "{path}: the tensor {name} contains quantized values: save it with .dequantize().", **of
        )
    if tensor.layout != torch.strided:
        raise ForeignModelError(
            "{path}: the tensor {name} is a sparse matrix: save it with .to_dense().", **of
        )
    if tensor.device.type != "cpu":
        raise ForeignModelError("{path}: the tensor {name} has a shape but no data.", **of)
    if tensor.is_complex():
        raise ForeignModelError("{path}: the tensor {name} contains complex numbers.", **of)
    if tensor.nbytes > tensor.untyped_storage().nbytes():
        raise ForeignModelError(
            "{path}: the tensor {name} is a view with fewer stored values than elements: "
            "save it with .contiguous().",
            **of,
        )


def _tensors(read: Any) -> Iterator[tuple[str, Tensor]]:
    """Tensors of a state dict at any depth; nested parts are named by their path."""
    # A file may contain tensors of an optimizer, or of a loss, as well.
    if not isinstance(read, Mapping):
        return
    parts = {str(key): value for key, value in read.items() if _holds_tensors(value)}
    named = [key for key in _STATE_KEYS if key in parts]
    for key in named:
        yield from _flat(parts[key], "", set())
    if named and "generator" in parts:  # OpenNMT-py keeps the output projection apart
        yield from _flat(parts["generator"], "generator.", set())
    if not named:
        kept = {key: value for key, value in read.items() if not parts or _is_part(key, value)}
        yield from _flat(kept, "", set())


def _is_part(name: object, value: Any) -> bool:
    if isinstance(value, Mapping):
        return "param_groups" not in value and not _BESIDE.match(str(name))
    return isinstance(value, Tensor) and value.dim() > 0


def _flat(read: Mapping[Any, Any], place: str, seen: set[int]) -> Iterator[tuple[str, Tensor]]:
    # Mappings in a pickle may contain themselves or each other: each is visited once, by its id.
    seen.add(id(read))
    for key, value in read.items():
        if isinstance(value, Tensor):
            yield f"{place}{key}", value
        elif isinstance(value, Mapping) and id(value) not in seen and len(seen) < _MOST_PARTS:
            yield from _flat(value, f"{place}{key}.", seen)


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, Mapping) and any(True for _ in _flat(value, "", set()))


# ----------------------------------------------------------------------------------- other formats

_FORMATS: Mapping[str, str] = {
    ".ggml": "llama.cpp",
    ".gguf": "llama.cpp",
    ".h5": "Keras",
    ".hdf5": "Keras",
    ".keras": "Keras",
    ".mlmodel": "Core ML",
    ".mlpackage": "Core ML",
    ".msgpack": "Flax",
    ".npz": "NumPy",
    ".onnx": "ONNX",
    ".pb": "TensorFlow",
    ".tflite": "TensorFlow Lite",
}
"""Other formats by file suffix."""

_WEIGHTS = frozenset({".safetensors", ".pt", ".pth", ".bin", ".ckpt"})
_TOKENIZERS = (
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.json",
    "vocab.txt",
    "spiece.model",
    "tokenizer.model",
    "source.spm",
)
_ADAPTER = "adapter_config.json"


def check_format(path: Path) -> None:
    """Raise ForeignModelError for another program's format, recognised by its suffix."""
    program = _FORMATS.get(path.suffix.lower())
    if program is None:
        return
    check_file(path)
    raise ForeignModelError(
        "{path} is in {program} format, which is not supported: use the model as "
        ".safetensors, or save its state dict with PyTorch.",
        path=path,
        program=program,
    )


def no_weights(folder: Path) -> ForeignModelError:
    """The error of a folder without readable weights; raises another if it has other formats."""
    for path in sorted(folder.iterdir()):
        check_format(path)
    return ForeignModelError(
        "{path} contains no weights: neither model.safetensors nor pytorch_model.bin.", path=folder
    )


def no_model(folder: Path) -> ForeignModelError:
    """The error of a folder without a configuration, by the files in it."""
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    weights = [name for name in names if Path(name).suffix in _WEIGHTS]
    if _ADAPTER in names:
        return ForeignModelError(
            "{path} is only an adapter for another model: merge it into that model with "
            "merge_and_unload() in PEFT, and save the result.",
            path=folder,
        )
    if weights:
        return ForeignModelError(
            "{path} has no config.json, which identifies a Hugging Face hub model. For a "
            "model from your own training loop, give its file: {names}.",
            path=folder,
            names=", ".join(weights[:5]),
        )
    for name in names:
        check_format(folder / name)
    if any(name in names for name in _TOKENIZERS):
        return ForeignModelError(
            "{path} contains a tokenizer without a model: neither config.json nor weights.",
            path=folder,
        )
    return ForeignModelError(
        "{path} contains no model: neither config.json nor a weights file.", path=folder
    )
