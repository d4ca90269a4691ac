"""The tokens of a model that only its own training loop knew: asked for, side by side."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from model import values
from model.checkpoint.readers.hub_tokenizers import pieces_in_order
from model.checkpoint.readers.loop_options import whole_number
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError, check_file, damaged
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.foreign_files import read_file
from model.special_tokens import EOS_ID
from model.text.cut import Cut
from model.text.cuts import LARGEST_MODEL, SentencePieceCut, WordCut
from model.text.piece_tokenizer import PieceTokenizer
from model.text.tokenizer_json_cut import TokenizerJsonCut

Ends = Literal["both", "end", "none"]
"""What stands around a sentence of the source: start and end, the end, or nothing."""

_CUTS: Mapping[str, Cut] = {
    "words": WordCut(),
    "characters": WordCut(characters=True),
    "characters and blanks": WordCut(characters=True, blanks=True),
}
_NAMES: Mapping[str, frozenset[str]] = {
    "pad": frozenset(("<pad>", "[pad]", "<blank>")),
    "start": frozenset(("<s>", "<bos>", "<sos>", "<start>", "<go>", "[bos]", "[sos]", "[start]")),
    "end": frozenset(("</s>", "<eos>", "<end>", "[eos]", "[end]")),
    "unknown": frozenset(("<unk>", "[unk]", "<oov>", "<unknown>")),
}
"""What people call them, in lower case."""

_FIRST = 10
"""Ids among which an unknown token is offered: they stand at the beginning."""


class Tokens(NamedTuple):
    """Of one side."""

    vocabulary: Vocabulary
    tokenizer: PieceTokenizer


class _Pieces(NamedTuple):
    """Pieces by foreign id, and how a text is cut into them; None: a list does not say."""

    names: Sequence[str]
    cut: Cut | None


def ask_tokens(
    answers: Answers, said: Mapping[str, str], *, source: int, target: int, shared: bool
) -> tuple[Tokens, Tokens]:
    """Of the source and of the target, for tables of so many rows; ``shared``: it is one table.

    ``said``: answers of the loop's own options.

    Raises:
        ForeignModelError: an answer cannot be used, or a vocabulary does not fit its table.
    """
    src_path = answers.path("src-vocab")
    tgt_path = answers.path("tgt-vocab", told=src_path if shared else None)
    ends: Ends = answers.choice("source-ends", get_args(Ends))  # type: ignore[assignment]
    tgt = _side(_Asking(answers, said, ""), tgt_path, target, "both")
    same = shared and src_path == tgt_path
    src = tgt if same else _side(_Asking(answers, said, "src-"), src_path, source, ends)
    return _tokens(src, ends), _tokens(tgt, "end")


class _Asking(NamedTuple):
    """For the special tokens of one side, whose questions begin with ``place``."""

    answers: Answers
    said: Mapping[str, str]
    place: str

    def id(self, role: str, pieces: Sequence[str]) -> int:
        """Of a token that every sentence needs."""
        last = len(pieces) - 1
        default = min([*_NAMES].index(role), last)
        told = self._told(role, pieces)
        name = f"{self.place}{role}"
        return self.answers.number(name, default=default, smallest=0, largest=last, told=told)

    def unknown(self, pieces: Sequence[str]) -> int | None:
        """Of the token for all that is no other; there may be none."""
        told = self._told("unknown", pieces)
        ids = sorted({*range(min(_FIRST, len(pieces))), *([] if told is None else [told])})
        answer = self.answers.choice(
            f"{self.place}unknown",
            ("none", *map(str, ids)),
            told=None if told is None else str(told),
        )
        return None if answer == "none" else int(answer)

    def _told(self, role: str, pieces: Sequence[str]) -> int | None:
        """By a token's name, or by the loop's options; nothing where these disagree."""
        told = {_named(role, pieces), whole_number(self.said, f"{self.place}{role}")} - {None}
        return told.pop() if len(told) == 1 else None


class _Side(NamedTuple):
    special: SpecialIds
    vocabulary: Vocabulary
    cut: Cut


def _side(asking: _Asking, path: Path | None, rows: int, ends: Ends) -> _Side:
    """What stands around no sentence is not asked for."""
    pieces, cut = _asked_pieces(asking.answers, "src" if asking.place else "tgt", path, rows)
    special = SpecialIds(
        pad=asking.id("pad", pieces),
        start=asking.id("start", pieces) if ends == "both" else _named("start", pieces),
        end=_named("end", pieces) if ends == "none" else asking.id("end", pieces),
        unknown=asking.unknown(pieces),
    )
    return _Side(special, in_our_order(pieces, special), cut)


def _tokens(side: _Side, ends: Ends) -> Tokens:
    special, vocabulary, cut = side
    start = special.start if ends == "both" else None
    tokenizer = PieceTokenizer(
        cut=cut,
        pieces=vocabulary.pieces,
        prefix=() if start is None else (vocabulary.ours(start),),
        suffix=() if ends == "none" else (EOS_ID,),
    )
    return Tokens(vocabulary, tokenizer)


def _asked_pieces(
    answers: Answers, side: str, path: Path | None, rows: int
) -> tuple[Sequence[str], Cut]:
    """Placeholders until a file is named: the question is open, and nothing is written."""
    pieces = _read(path, rows) if path else _Pieces(pieces_in_order({}, rows), None)
    if pieces.cut is not None:
        return pieces.names, pieces.cut
    told = "characters and blanks" if " " in pieces.names else None
    return pieces.names, _CUTS[answers.choice(f"{side}-tokens", tuple(_CUTS), told=told)]


def _named(role: str, pieces: Sequence[str]) -> int | None:
    """The one token that has such a name."""
    found = [index for index, piece in enumerate(pieces) if piece.lower() in _NAMES[role]]
    return found[0] if len(found) == 1 else None


def _read(path: Path, rows: int) -> _Pieces:
    """A ``tokenizer.json``, ids by token, a SentencePiece model, or one token a line."""
    check_file(path)
    content = read_file(path, most=LARGEST_MODEL)
    if path.suffix in {".model", ".spm"}:
        model = SentencePieceCut(content)
        return _Pieces(_fitting(path, model.ids, rows), model)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ForeignModelError("{path} is no UTF-8.", path=path) from error
    if path.suffix == ".json":
        return _from_json(path, text, rows)
    tokens = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    if len(tokens) != rows:
        raise _unfitting(path, len(tokens), rows)
    return _Pieces(tokens, None)


def _from_json(path: Path, text: str, rows: int) -> _Pieces:
    try:
        read = values.mapping(path.name, json.loads(text))
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if "model" in read and not isinstance(read["model"], int):
        fast = TokenizerJsonCut(text)
        return _Pieces(_fitting(path, fast.ids, rows), fast)
    ids = {piece: values.whole()(path.name, index) for piece, index in read.items()}
    for index, times in Counter(ids.values()).items():
        if times > 1:
            raise ForeignModelError("{path} gives the id {id} to two tokens.", path=path, id=index)
    return _Pieces(_fitting(path, ids, rows), None)


def _fitting(path: Path, ids: Mapping[str, int], rows: int) -> list[str]:
    """A table may have rows that no piece has: some were kept for later."""
    if not ids or max(ids.values()) >= rows:
        raise _unfitting(path, max(ids.values(), default=-1) + 1, rows)
    return pieces_in_order(ids, rows)


def _unfitting(path: Path, tokens: int, rows: int) -> ForeignModelError:
    return ForeignModelError(
        "{path} has {tokens} tokens, but the model's table {rows} rows.",
        path=path,
        tokens=tokens,
        rows=rows,
    )
