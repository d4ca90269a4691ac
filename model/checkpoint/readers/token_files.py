"""Vocabularies that lie beside a checkpoint, and how texts are cut into their tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import pieces_in_order
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.text.cuts import (
    GOES_ON,
    WORD_START,
    Cut,
    SentencePieceCut,
    SubwordCut,
    WordCut,
)

_MODELS = r".*\.(model|spm)"
_CODES = r"(bpe|.*\.)?codes?(\..*)?"


def asked_tokens(
    answers: Answers,
    name: str,
    *,
    beside: Path | None,
    rows: int,
    read: Callable[[Path], Sequence[str]],
    needed: Iterable[str] = (),
) -> list[str]:
    """The tokens of a table with so many rows, in their order.

    They are read of the file beside the checkpoint, if there is one; else the file is asked for,
    and until somebody says it the tokens have numbers for names.

    Raises:
        ForeignModelError: the file cannot be read, has another number of tokens, or lacks one
            that is needed.
    """
    told = beside if beside is not None and beside.exists() else None
    path = answers.path(name, told=told)
    if path is None:
        return pieces_in_order({}, rows)
    return fitting(read(path), path, rows=rows, needed=needed)


def fitting(
    tokens: Sequence[str], place: Path, *, rows: int, needed: Iterable[str] = ()
) -> list[str]:
    """The tokens themselves.

    Raises:
        ForeignModelError: the model's table has another number of rows, or a token is missing.
    """
    for token in needed:
        if token not in tokens:
            raise ForeignModelError("{path} has no token {token!r}.", path=place, token=token)
    if len(tokens) != rows:
        raise ForeignModelError(
            "{path} has {tokens} tokens, but the model's table {rows} rows.",
            path=place,
            tokens=len(tokens),
            rows=rows,
        )
    return list(tokens)


def lines_of(path: Path) -> list[str]:
    """One token a line; what else Unicode knows as the end of a line may be part of a token.

    Raises:
        ForeignModelError: the file cannot be read.
    """
    text = HubFolder(path.parent).text(path.name)
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def named_vocabulary(
    tokens: Sequence[str], names: Iterable[str], *, never: Iterable[str] = ()
) -> Vocabulary:
    """A vocabulary in our order, whose special tokens have these names."""
    ids = {token: index for index, token in enumerate(tokens)}
    special = SpecialIds(*(ids.get(name) for name in names))
    return in_our_order(tokens, special, never=[ids[name] for name in never if name in ids])


def cut_beside(
    folder: HubFolder, answers: Answers, side: str, pieces: Sequence[str], *, blanks: bool = True
) -> Cut:
    """How texts are cut, as a SentencePiece model or the codes of BPE beside a checkpoint tell.

    Without such a file these programs cut at blanks. It is asked where they do not (``blanks``),
    and where pieces have the marks of a file that should be there.

    Raises:
        ForeignModelError: such a file cannot be read.
        ConfigError: such a file is damaged.
    """
    found = _files(folder, _MODELS) or _files(folder, _CODES)
    if len(found) == 1:
        path = answers.path(f"{side}-pieces", told=folder.path / found[0])
        return _cut_of(folder.path / found[0] if path is None else path)
    marked = any(piece.endswith(GOES_ON) or WORD_START in piece for piece in pieces)
    told = "words" if blanks and not marked else None
    asked = answers.choice(f"{side}-tokens", ("words", "characters"), told=told)
    return WordCut(characters=asked == "characters")


def _cut_of(path: Path) -> Cut:
    if re.fullmatch(_MODELS, path.name):
        return SentencePieceCut(HubFolder(path.parent).bytes(path.name))
    return SubwordCut(_merges(path))


def _files(folder: HubFolder, pattern: str) -> list[str]:
    names = (path.name for path in folder.path.iterdir())
    return sorted(name for name in names if re.fullmatch(pattern, name))


def _merges(path: Path) -> list[tuple[str, str]]:
    """Of subword-nmt, or of fastBPE, which adds a count."""
    parts = [line.split(" ") for line in lines_of(path) if line and line[:8] != "#version"]
    if any(len(part) not in {2, 3} or "</w>" in part[:2] for part in parts):
        raise ForeignModelError(
            "{path} holds no codes of subword-nmt 0.2 or of fastBPE.", path=path
        )
    return [(part[0], part[1]) for part in parts]
