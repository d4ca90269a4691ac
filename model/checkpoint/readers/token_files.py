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
from model.text.cut import GOES_ON, WORD_START, Cut
from model.text.cuts import SubwordCut, WordCut
from model.text.tokenizer_json_cut import TokenizerJsonCut

_FAST = "tokenizer.json"
_MODELS = re.compile(r".*\.(model|spm)")
_CODES = re.compile(r"(.*[._-])?(bpe)?codes?([._-](?!py).*)?|bpe\.\d+")
_SIDES = {"src": re.compile(r"src|source"), "tgt": re.compile(r"tgt|trg|target")}
_OF_FILE = "file"
_CUTS = ("words", "characters", _OF_FILE)


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
    folder: HubFolder,
    answers: Answers,
    side: str,
    pieces: Sequence[str],
    *,
    told: str | None = "words",
) -> Cut:
    """How texts are cut, as a SentencePiece model or the codes of BPE beside a checkpoint tell.

    Without such a file it is as the program has ``told``. It is asked where that says nothing, and
    where pieces have the marks of a file that should be there, or several files could be meant.

    Raises:
        ForeignModelError: such a file cannot be read.
        ConfigError: such a file is damaged.
    """
    found = _beside(folder, side)
    if len(found) == 1:
        path = answers.path(f"{side}-pieces", told=folder.path / found[0])
        return _cut_of(folder.path / found[0] if path is None else path)
    cut = found or any(piece.endswith(GOES_ON) or WORD_START in piece for piece in pieces)
    choices, told = (_CUTS[::-1], None) if cut else (_CUTS, told)
    asked = answers.choice(f"{side}-tokens", choices, told=told)
    if asked != _OF_FILE:
        return WordCut(characters=asked == "characters")
    path = answers.path(f"{side}-pieces")
    return WordCut() if path is None else _cut_of(path)


def cuts_beside(
    folder: HubFolder,
    answers: Answers,
    vocabularies: Iterable[Vocabulary],
    *,
    told: str | None = "words",
) -> list[Cut]:
    """The same of both sides, by the vocabularies of the source and of the target."""
    sides = zip(("src", "tgt"), vocabularies, strict=True)
    return [cut_beside(folder, answers, side, of.pieces, told=told) for side, of in sides]


def _cut_of(path: Path) -> Cut:
    beside = HubFolder(path.parent)
    if path.suffix == ".json":
        return TokenizerJsonCut(beside.text(path.name))
    if _MODELS.fullmatch(path.name):
        return beside.pieces(path.name)
    return SubwordCut(_merges(path))


def _beside(folder: HubFolder, side: str) -> list[str]:
    """Of several models, or several files of codes, the one whose name says the side."""
    own, other = _SIDES[side], _SIDES["src" if side == "tgt" else "tgt"]
    files = (path.name for path in folder.path.iterdir() if path.is_file())
    names = sorted(name for name in files if not other.search(name))
    models, codes = ([name for name in names if kind.fullmatch(name)] for kind in (_MODELS, _CODES))
    likely = (
        [name for name in models if own.search(name)],
        [name for name in names if name == _FAST],
        models,
        [name for name in codes if own.search(name)],
        codes,
    )
    return next((found for found in likely if found), [])


def _merges(path: Path) -> list[tuple[str, str]]:
    """Of subword-nmt, or of fastBPE, which adds a count."""
    parts = [line.split(" ") for line in lines_of(path) if line and line[:8] != "#version"]
    if any(len(part) not in {2, 3} or "</w>" in part[:2] for part in parts):
        raise ForeignModelError(
            "{path} holds no codes of subword-nmt 0.2 or of fastBPE.", path=path
        )
    return [(part[0], part[1]) for part in parts]
