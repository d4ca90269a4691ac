"""Files of any kind, damaged: bytes, lines, and what else may lie where a file should."""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

LIES = (0, 1, 0x7F, 0xFF, 2**15, 2**16 - 1, 2**30, 2**31 - 1, 2**31, 2**32 - 1)
"""Numbers that a length or a count may claim to be."""

Spoil = Callable[[bytes, random.Random], bytes]


def flipped(data: bytes, source: random.Random) -> bytes:
    """A bit, or a few."""
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 8))):
        if changed:
            changed[_place(data, source)] ^= 1 << source.randrange(8)
    return bytes(changed)


def overwritten(data: bytes, source: random.Random) -> bytes:
    """Noise in place of a part."""
    at, size = _place(data, source), source.choice((1, 4, 60))
    return data[:at] + source.randbytes(size) + data[at + size :]


def lied(data: bytes, source: random.Random) -> bytes:
    """A length, a count, a type: whatever number stands there."""
    at, size = _place(data, source), source.choice((1, 2, 4, 8))
    number = source.choice(LIES) % 256**size
    return data[:at] + number.to_bytes(size, "little") + data[at + size :]


def without(data: bytes, source: random.Random) -> bytes:
    """A part is gone."""
    at, size = _place(data, source), source.choice((1, 4, 60, 1000))
    return data[:at] + data[at + size :]


def doubled(data: bytes, source: random.Random) -> bytes:
    """A part is there twice."""
    at, size = _place(data, source), source.choice((1, 4, 60, 1000))
    return data[: at + size] + data[at:]


def shorter(data: bytes, source: random.Random) -> bytes:
    """It ends too early."""
    return data[: _place(data, source)]


def longer(data: bytes, source: random.Random) -> bytes:
    """It goes on after its end."""
    return data + source.choice((b"\0", b"\n", source.randbytes(9), bytes(100_000), data))


BYTES: tuple[Spoil, ...] = (flipped, overwritten, lied, without, doubled, shorter, longer)


def lines(data: bytes, source: random.Random) -> bytes:
    """Of a list: gone, doubled, moved, changed."""
    rows = data.split(b"\n")
    at = source.randrange(len(rows))
    strange = (b"", b" ", b"\0", b"\xff\xfe", b"a b c d", b"x" * 200_000, b"\xe2\x80\xa8", b"@@")
    match source.randrange(6):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, rows[source.randrange(len(rows))])
        case 2:
            source.shuffle(rows)
        case 3:
            rows[at] = source.choice(strange)
        case 4:
            rows[at] += b" " + str(source.choice((-1, 10**30, float("nan"), "x"))).encode()
        case _:
            rows *= source.choice((2, 1000))
    return b"\n".join(rows)


def protobuf(data: bytes, source: random.Random) -> bytes:
    """One field of a SentencePiece model; the lengths around it are right."""
    parts = list(_fields(data))
    if not parts:
        return flipped(data, source)
    ends = (-1, -min(2, len(parts)))  # how it was trained, and how texts are normalised
    at = source.randrange(len(parts)) if source.random() < 0.5 else source.choice(ends)
    number, kind, value = parts[at]
    if kind == 2 and isinstance(value, bytes) and number in {1, 2, 3} and source.random() < 0.8:
        parts[at] = (number, kind, protobuf(value, source))
    else:
        match source.randrange(5):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, parts[source.randrange(len(parts))])
            case 2:
                source.shuffle(parts)
            case _:
                parts[at] = (number, kind, _other(kind, value, source))
    return b"".join(map(_field, parts))


def _other(kind: int, value: int | bytes, source: random.Random) -> int | bytes:
    """Another value of the same kind."""
    if kind == 0:
        return source.choice((*LIES, 2, 3, 4, 5, 6, 2**63, 2**64 - 1))
    whole = value if isinstance(value, bytes) else b""
    if kind == 2:
        return source.choice(
            (b"", b"\0", b"\xff\xfe", b"a", b"<s>", b"x" * 70_000, whole * 2, source.randbytes(50))
        )
    return source.choice((bytes(len(whole)), b"\xff" * len(whole), source.randbytes(len(whole))))


def _fields(data: bytes) -> Iterator[tuple[int, int, int | bytes]]:
    """Number, wire type and value of each; nothing of what is none."""
    at = 0
    try:
        while at < len(data):
            tag, at = _number(data, at)
            number, kind = tag >> 3, tag & 7
            if kind == 0:
                value, at = _number(data, at)
                yield number, kind, value
                continue
            size = {1: 8, 5: 4}.get(kind)
            if kind == 2:
                size, at = _number(data, at)
            if size is None:
                return
            yield number, kind, data[at : at + size]
            at += size
    except IndexError:
        return


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def _field(field: tuple[int, int, int | bytes]) -> bytes:
    number, kind, value = field
    head = _varint(number << 3 | kind)
    if isinstance(value, int):
        return head + _varint(value)
    return head + (_varint(len(value)) if kind == 2 else b"") + value


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def something_else(path: Path, source: random.Random) -> str:
    """No file, a pointer, a folder, a pipe, a link, or a file far too large."""
    data = path.read_bytes()
    path.unlink()
    how = source.choice(("gone", "pointer", "folder", "pipe", "outside", "circle", "grown", "text"))
    if how == "pointer":
        path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n")
    elif how == "folder":
        path.mkdir()
    elif how == "pipe":
        os.mkfifo(path)
    elif how == "outside":
        outside = path.parent.with_name("outside")
        outside.write_bytes(data)
        path.symlink_to(outside)
    elif how == "circle":
        path.symlink_to(path.name)
    elif how == "grown":
        path.write_bytes(data)
        os.truncate(path, source.choice((2**27, 2**30, 2**36)))
    elif how == "text":
        path.write_bytes(source.choice((b"", b"\n", b"null", b"[]", b"{}", b"\xff\xfe{\0}\0")))
    return how


def _place(data: bytes, source: random.Random) -> int:
    """Near the start, most often: lengths and names stand there; or near the end."""
    share = source.random() ** 3
    return int(len(data) * (share if source.random() < 0.8 else 1 - share)) % max(1, len(data))
