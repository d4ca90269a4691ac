"""How large the plain values of a pickle are when all that they share is written out.

Nothing is run or made. A few bytes can nest a value in itself again and again: to compare it, or
to write it into a sentence, would take longer than anybody lives; or more stack than there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from pickletools import genops
from typing import Any

import torch

from model.checkpoint.readers.tensor_files import ForeignModelError
from model.foreign_files import LARGEST_TEXT, open_file

_MOST_OPERATIONS = 3_000_000
"""Of a pickle: ten tensors take some three hundred, a word of a vocabulary six."""
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
"""How many values an operation takes from the top: for a new one, or for the one below them."""
_TO_MARK = ("TUPLE", "APPENDS", "SETITEMS")
"""Those that take all from the last mark on."""

_Node = list[Any]
"""What a container holds: other nodes, and the sizes of plain values."""


def check_pickle(path: Path) -> None:
    """Look at the pickle in a file of ``torch.save``, as torch finds it there.

    Raises:
        ForeignModelError: its values are too many, or nested too deep or too often.
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
                "{path} holds too much beside its tensors, or values in values too often: save "
                "its state dict alone, with torch.save(model.state_dict(), {name!r}).",
                path=path,
                name="model.pt",
            )


def _measured(value: _Node | int, sizes: dict[int, tuple[int, int]], room: int) -> tuple[int, int]:
    """Size and height of a value; one that is being measured holds itself, as few ever do."""
    if isinstance(value, int):
        return value, 0
    if id(value) not in sizes and room:
        sizes[id(value)] = _MOST_WRITTEN // _MOST_CIRCLES, 0
        inside = [_measured(part, sizes, room - 1) for part in value]
        size = min(1 + sum(size for size, _ in inside), _TOO_MUCH)
        sizes[id(value)] = size, 1 + max((height for _, height in inside), default=0)
    size, height = sizes.get(id(value), (_TOO_MUCH, 0))
    return (size if height <= room else _TOO_MUCH), height


def _nodes(data: bytes) -> Iterator[_Node | None]:
    """Every container; None where there are too many operations.

    It ends where torch's own reader ends: at what that does not know, or what is damaged.
    """
    machine, count = _Machine(), 0
    with suppress(ValueError, IndexError, KeyError, AttributeError):
        followed = takewhile(lambda found: machine.follow(found[0].name, found[1]), genops(data))
        count = sum(1 for _ in islice(followed, _MOST_OPERATIONS + 1))
    yield from machine.made
    if count > _MOST_OPERATIONS:
        yield None


class _Machine:
    """The stack of torch's reader, with sizes in place of plain values.

    Attributes:
        made: every container so far.
    """

    def __init__(self) -> None:
        """Nothing is on the stack."""
        self.made: list[_Node] = []
        self._stack: _Node = []
        self._marked: list[_Node] = []
        self._memo: dict[Any, _Node | int] = {}

    def follow(self, name: str, argument: Any) -> bool:
        """Do what an operation does; false where torch's reader ends."""
        if name == "MARK":
            self._marked.append(self._stack)
            self._stack = []
        elif name in {"BINPUT", "LONG_BINPUT"}:
            self._memo[argument] = self._stack[-1]
        elif name in {"BINGET", "LONG_BINGET"}:
            self._stack.append(self._memo[argument])
        elif name in _PLAIN:
            self._stack.append(_size(argument))
        elif name in _MADE or name == "TUPLE":
            self.made.append(self._taken(name))
            self._stack.append(self.made[-1])
        elif name in _PUT_IN or name in _TO_MARK:
            taken = self._taken(name)
            self._stack[-1].extend(taken)
        else:
            return name == "PROTO"
        return True

    def _taken(self, name: str) -> _Node:
        """What an operation takes from the top."""
        if name in _TO_MARK:
            taken, self._stack = self._stack, self._marked.pop()
            return taken
        start = len(self._stack) - _TAKEN[name]
        taken = self._stack[start:]
        del self._stack[start:]
        return taken


def _size(argument: object) -> int:
    if isinstance(argument, int) and argument.bit_length() > _LONGEST_WHOLE:
        return _TOO_MUCH
    return len(argument) if isinstance(argument, str) else 1
