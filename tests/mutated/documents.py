"""JSON documents, and headers of ``.safetensors`` files, in which one value is another."""

import json
import random
from functools import cache
from typing import Any

from tests.mutated.spoiled_bytes import LIES
from tests.mutations import STRANGE, changed, paths

LARGE = (65_536, 65_537, 10**6, 10**9, -65_536, 3, 5, 2**31 - 1, 10**400, 0.5, "65536")
_DEEP = (400, 20_000, 500_000)


def spoiled_document(data: bytes, source: random.Random) -> bytes:
    """One value of a JSON document, or a name in it."""
    document = json.loads(data)
    places = [place for place in paths(document) if place]
    if not places:
        return b"[]"
    place = source.choice(places)
    match source.randrange(8):
        case 0 if isinstance(document, dict):  # the last one of two of a name counts
            name, value = source.choice([*document]), source.choice((*LARGE, None, [], {}))
            return data.rstrip()[:-1] + f",{json.dumps(name)}:{json.dumps(value)}}}".encode()
        case 1:
            deep = source.choice(_DEEP)
            opened, closed = source.choice((("[", "]"), ('{"a":', "}")))
            nested = opened * deep + ("1" + closed * deep if source.random() < 0.7 else "")
            return _with_text(document, place, nested)
        case 2:
            return _dumped(_renamed(document, source))
        case 3 | 4:
            return _dumped(changed(document, place, source.choice(LARGE)))
        case 5:
            return _with_text(document, place, source.choice(_long()))
        case _:
            return _dumped(changed(document, place, source.choice(STRANGE)))


@cache
def _long() -> tuple[str, ...]:
    """A list, a text and a mapping, written once: that takes longer than reading them."""
    long = ([1] * 200_000, "é" * 10**6, {str(number): number for number in range(50_000)})
    return tuple(map(json.dumps, long))


def _with_text(document: Any, place: tuple[Any, ...], text: str) -> bytes:
    """That text stands in the document, as it is."""
    return json.dumps(changed(document, place, "HERE")).replace('"HERE"', text, 1).encode()


def _dumped(document: Any) -> bytes:
    return json.dumps(document).encode()


def _renamed(document: Any, source: random.Random) -> Any:
    """A name is another one; its value stays."""
    if not isinstance(document, dict) or not document:
        return document
    name = source.choice([*document])
    other = source.choice((name[:-1], f"{name}x", "", "\ud800", "__metadata__", "model", "<s>"))
    return {(other if key == name else key): value for key, value in document.items()}


def spoiled_header(data: bytes, source: random.Random) -> bytes:
    """Of a .safetensors file: a value in it, or its length."""
    length = int.from_bytes(data[:8], "little")
    if source.random() < 0.2:
        return source.choice((*LIES, 2**63, 2**64 - 1)).to_bytes(8, "little") + data[8:]
    text = spoiled_document(data[8 : 8 + length], source)
    return len(text).to_bytes(8, "little") + text + data[8 + length :]
