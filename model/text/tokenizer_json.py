"""A ``tokenizer.json`` is read in parts: no other thread goes on while the library reads a part.

All of GPT-2's takes 70 ms at once, its table of pieces and their merges half of that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import models

from model.messages import ConfigError

_BYTE_PAIRS = re.compile(r'"type"\s*:\s*"BPE"')
_OPTIONS = (
    "dropout",
    "unk_token",
    "continuing_subword_prefix",
    "end_of_word_suffix",
    "fuse_unk",
    "byte_fallback",
    "ignore_merges",
)
"""Of byte-pair encoding, beside its tables."""

MOST_ADDED = 500_000
"""Characters of all added tokens: the library takes up to 100 times as many bytes to find them."""


def read_tokenizer(text: str) -> tokenizers.Tokenizer:
    """What the library makes of the file's text; texts are neither padded nor cut off.

    Raises:
        ConfigError: the library does not read it, two pieces have one id, or the added tokens are
            longer than :data:`MOST_ADDED`.
    """
    try:
        parsed = len(text) > MOST_ADDED or _BYTE_PAIRS.search(text)
        read = json.loads(text) if parsed else {}
        _check_added(read.get("added_tokens") or ())
        parts = read.get("model", {}).get("type") == "BPE"
        backend = _of_parts(read) if parts else tokenizers.Tokenizer.from_str(text)
    except ConfigError:
        raise
    except Exception as error:  # the library raises nothing narrower
        raise ConfigError("tokenizer.json is not readable: {error}.", error=error) from error
    backend.no_padding()  # it may be to any length
    backend.no_truncation()
    return backend


def check_ids(file: str | Path, ids: Mapping[str, int]) -> None:
    """Raise ConfigError where two pieces have one id: the library ends in the middle of a text."""
    pieces: dict[int, str] = {}
    for piece, index in ids.items():
        if (other := pieces.setdefault(index, piece)) != piece:
            raise ConfigError(
                "{file}: the pieces {piece!r} and {other!r} have the same id, {id}.",
                file=file,
                piece=other,
                other=piece,
                id=index,
            )


def _check_added(tokens: Sequence[Mapping[str, Any]]) -> None:
    size = sum(len(token["content"]) for token in tokens)
    if size > MOST_ADDED:
        raise ConfigError(
            "tokenizer.json: its added tokens have {size:,} characters; {most:,} are allowed.",
            size=size,
            most=MOST_ADDED,
        )


def _of_parts(read: Mapping[str, Any]) -> tokenizers.Tokenizer:
    """The library reads all but the tables, which it is then given."""
    model = read["model"]
    check_ids("tokenizer.json", model["vocab"])
    rest = {**read, "added_tokens": [], "model": {**model, "vocab": {}, "merges": []}}
    backend = tokenizers.Tokenizer.from_str(json.dumps(rest))
    options = {name: getattr(backend.model, name) for name in _OPTIONS}
    backend.model = models.BPE(
        vocab=model["vocab"],
        merges=[_pair(merge) for merge in model["merges"]],
        cache_capacity=0,  # it would outlive the model, with its thread
        **{name: value for name, value in options.items() if value is not None},
    )
    # a token of the table keeps its number, others come after it: only now
    backend.add_tokens([_added(token) for token in read.get("added_tokens") or ()])
    return backend


def _pair(merge: Any) -> tuple[str, str]:
    """Two pieces; old files have a blank between them."""
    left, right = merge.split(" ") if isinstance(merge, str) else merge
    return left, right


def _added(token: Mapping[str, Any]) -> tokenizers.AddedToken:
    kind = {name: told for name, told in token.items() if name not in {"id", "content"}}
    return tokenizers.AddedToken(token["content"], **kind)
