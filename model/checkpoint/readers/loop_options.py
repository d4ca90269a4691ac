"""What somebody's training loop kept of its own options, beside the tensors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from model.checkpoint.readers.tensor_files import TensorFile
from model.checkpoint.readers.toolkits import plain

_HELD = re.compile(
    r"(model_?)?(config|cfg|args|arg|opts?|options|hparams|params|kwargs|settings|hyper_?parameters)"
    r"|hyper_?params|model|transformer|network|architecture",
    re.IGNORECASE,
)
"""Under what people keep them; else they stand beside the tensors by themselves."""

_NAMES: Mapping[str, re.Pattern[str]] = {
    "heads": re.compile(r"n_?heads?|num_(attention_)?heads|(attention_)?heads"),
    "norm": re.compile(r"norm_first|pre_?(layer_?)?norm|pre_ln|normalize_before|norm"),
    "activation": re.compile(r"(hidden_)?act(ivation)?(_fn|_function)?"),
    "epsilon": re.compile(r"(layer_?)?norm_eps(ilon)?|ln_eps"),
    "scaled": re.compile(r"scaled?_emb(edding)?s?|emb(edding)?_scale"),
    "positions": re.compile(r"pos(itional|ition)?_?(encodings?|embeddings?|type)?"),
    "pad": re.compile(r"((tgt|trg)_)?pad(_token)?(_idx|_id|_index)"),
    "src-pad": re.compile(r"(src_)?pad(_token)?(_idx|_id|_index)"),
    "start": re.compile(r"((tgt|trg)_)?(bos|sos|start)(_token)?(_idx|_id|_index)"),
    "src-start": re.compile(r"(src_)?(bos|sos|start)(_token)?(_idx|_id|_index)"),
    "end": re.compile(r"((tgt|trg)_)?(eos|end)(_token)?(_idx|_id|_index)"),
    "src-end": re.compile(r"(src_)?(eos|end)(_token)?(_idx|_id|_index)"),
    "unknown": re.compile(r"((tgt|trg)_)?unk(_token)?(_idx|_id|_index)"),
    "src-unknown": re.compile(r"(src_)?unk(_token)?(_idx|_id|_index)"),
}
"""By the question that they answer, in lower case."""

_NUMBER = re.compile(r"\d*\.?\d+(e-?\d{1,2})?")
_TRUE, _FALSE = ("true", "1", "yes", "on"), ("false", "0", "no", "off")
_WORDS: Mapping[str, tuple[str, str]] = {"norm": ("pre", "post"), "scaled": ("yes", "no")}
"""What a yes or no means."""
_ACTIVATIONS = {"swish": "silu", "gelu_new": "gelu_tanh"}
_DEEPEST, _DIGITS = 3, 9


def loop_options(file: TensorFile) -> dict[str, str]:
    """The answers that a file's own options give, by questions; those that disagree give none."""
    found: dict[str, set[str]] = {}
    for name, value in _plain_values(file.others, 0):
        for question, pattern in _NAMES.items():
            answer = _answer(question, name, value) if pattern.fullmatch(name.lower()) else None
            if answer is not None:
                found.setdefault(question, set()).add(answer)
    return {question: told.pop() for question, told in found.items() if len(told) == 1}


def whole_number(told: Mapping[str, str], name: str) -> int | None:
    """One of the answers as a number; None where it is none."""
    text = told.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else None


def _plain_values(kept: Mapping[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in kept.items():
        if isinstance(value, str | int | float):
            yield name, value
        elif _HELD.fullmatch(name) and depth < _DEEPEST:
            yield from _plain_values(plain(value), depth + 1)


def _answer(question: str, name: str, value: str | float) -> str | None:
    """As it would be given; None: it is no answer to that. A “norm” of 1 may be any number."""
    text = str(value).lower()
    if question in _WORDS:
        yes, no = _WORDS[question]
        flags = {**dict.fromkeys(_TRUE, yes), **dict.fromkeys(_FALSE, no)}
        return ({} if name == "norm" else flags).get(text, text if text in {yes, no} else None)
    if question == "epsilon":
        return f"{float(text):g}" if _NUMBER.fullmatch(text) else None
    if question == "positions":
        return text if text in {"sinusoidal", "learned"} else None
    return _ACTIVATIONS.get(text, text)
