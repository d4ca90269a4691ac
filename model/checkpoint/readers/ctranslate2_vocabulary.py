"""The vocabularies of a CTranslate2 folder, and how sentences are cut for it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError, damaged
from model.checkpoint.readers.token_files import cut_beside
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.messages import ConfigError
from model.special_tokens import BOS_ID, EOS_ID
from model.text.cut import Cut
from model.text.piece_tokenizer import PieceTokenizer

ENDS = ("end", "nothing", "both")
"""What stands around a source: ``</s>`` after it, nothing, or ``<s>`` and ``</s>``."""

_PADDINGS = ("<blank>", "<pad>")
_OPENNMT_PADDING = "<blank>"
_SPECIAL_LOOK = re.compile(r"<[^<>]+>|__\w+__|[a-z]{2,3}_\w{2,4}|\[\w+\]")
"""Of special tokens and language codes."""
_LANGUAGE = re.compile(r"__([a-z]{2,3})__|([a-z]{2,3}_[A-Z][A-Za-z]{1,3})")
_MBART = re.compile(r"[a-z]{2}_[A-Z]{2}")
NO_LANGUAGE = "none"
"""An answer: sentences have no code of a language."""


def vocabulary_pieces(folder: HubFolder, side: str, rows: int) -> list[str]:
    """The pieces of ``source`` or ``target``, one for each row of its table.

    Raises:
        ForeignModelError: there is no such list, or it is longer than the table.
    """
    pieces = _listed(folder, side)
    unknown = str(folder.config.get("unk_token") or "<unk>")
    if unknown not in pieces and len(pieces) < rows:
        pieces.append(unknown)
    if len(pieces) > rows:
        raise ForeignModelError(
            "{path}: the {side} vocabulary has {count} pieces, but its table {rows} rows.",
            path=folder.path,
            side=side,
            count=len(pieces),
            rows=rows,
        )
    return [*pieces, *(f"<extra {index}>" for index in range(len(pieces), rows))]


def _listed(folder: HubFolder, side: str) -> list[str]:
    names = [f"{name}_vocabulary" for name in ("shared", side)]
    for name in names:
        if folder.has(f"{name}.json"):
            return _of_json(folder, f"{name}.json")
        if folder.has(f"{name}.txt"):
            lines = folder.text(f"{name}.txt").removesuffix("\n").split("\n")
            returns = all(line.endswith("\r") for line in lines)
            return [line[:-1] for line in lines] if returns else lines
    raise ForeignModelError(
        "{path} has no vocabulary: neither {names}.json nor .txt.",
        path=folder.path,
        names=" nor ".join(names),
    )


def _of_json(folder: HubFolder, name: str) -> list[str]:
    try:
        return list(values.many(values.text())(name, json.loads(folder.text(name))))
    except (ValueError, RecursionError, ConfigError) as error:
        raise damaged(folder.path / name, error) from error


def in_order(
    folder: HubFolder,
    pieces: Sequence[str],
    answers: Answers | None,
    *,
    zero_start: bool = False,
    from_end: bool = False,
) -> Vocabulary:
    """A vocabulary in our order.

    Args:
        folder: whose configuration names the special tokens.
        pieces: in their order.
        answers: of the target alone, where it may be asked what its decoder is fed first.
        zero_start: what the decoder is fed first has no token: its embedding is zero.
        from_end: the decoder is fed ``</s>`` first.
    """
    end = str(folder.config.get("eos_token") or "</s>")
    start = None if zero_start else _start(folder, pieces, answers, from_end=from_end, end=end)
    unknown = str(folder.config.get("unk_token") or "<unk>")
    special = SpecialIds(
        pad=next((pieces.index(name) for name in _PADDINGS if name in pieces), None),
        start=None if start is None or start not in pieces else pieces.index(start),
        end=pieces.index(end) if end in pieces else None,
        unknown=pieces.index(unknown) if unknown in pieces else None,
    )
    if special.end is None:
        raise ForeignModelError(
            "{path}: the vocabulary has no token {token!r}.", path=folder.path, token=end
        )
    return in_our_order(pieces, special)


def _start(
    folder: HubFolder,
    pieces: Sequence[str],
    answers: Answers | None,
    *,
    from_end: bool,
    end: str,
) -> str:
    told = end if from_end else folder.config.get("decoder_start_token", "<s>")
    if told in pieces:
        return str(told)
    if answers is None:
        return str(folder.config.get("bos_token") or "<s>")
    likely = dict.fromkeys([end, *(piece for piece in pieces if _SPECIAL_LOOK.fullmatch(piece))])
    return answers.choice("start-token", tuple(likely))


def source_ends(
    folder: HubFolder, attributes: dict[str, float], pieces: Sequence[str], answers: Answers
) -> str:
    """What stands around a source, as far as it is told.

    Converters of OpenNMT's models, whose vocabularies begin with ``<blank>``, say all that there
    is; others leave it to who cuts the sentences, and say nothing.
    """
    start, end = (
        bool(folder.config.get(f"add_source_{name}") or attributes.get(f"with_source_{name}"))
        for name in ("bos", "eos")
    )
    told = None
    if start or end:
        told = "both" if start else "end"
    elif _OPENNMT_PADDING in pieces:
        told = "nothing"
    return answers.choice("source-ends", ENDS, told=told)


def tokenizers(
    folder: HubFolder, vocabularies: tuple[Vocabulary, Vocabulary], ends: str, answers: Answers
) -> tuple[PieceTokenizer, PieceTokenizer]:
    """Of both sides; a start that is a language's code needs no other in the target."""
    src, tgt = vocabularies
    said = (q.answer for q in answers.questions if q.name == "start-token" and not q.open)
    start = next(filter(_LANGUAGE.fullmatch, said), "")
    before: tuple[int, ...] = (src.ours(_foreign_start(folder, src)),) if ends == "both" else ()
    after: tuple[int, ...] = () if ends == "nothing" else (EOS_ID,)
    code = _language(src, "src-lang", answers, fewest=1 if start else 2)
    if code and _code_stands(folder, src, start, answers) == "after":
        after += code
    else:
        before = code + before
    first = () if start else _language(tgt, "tgt-lang", answers)
    cuts = (_cut(folder, side, of, answers) for side, of in (("src", src), ("tgt", tgt)))
    return (
        PieceTokenizer(cut=next(cuts), pieces=src.pieces, prefix=before, suffix=after),
        PieceTokenizer(cut=next(cuts), pieces=tgt.pieces, prefix=first),
    )


def _cut(folder: HubFolder, side: str, vocabulary: Vocabulary, answers: Answers) -> Cut:
    """As a file beside it tells; a vocabulary of nothing but characters tells it, too."""
    pieces = [piece for piece in vocabulary.pieces[4:] if not _SPECIAL_LOOK.fullmatch(piece)]
    told = "characters" if pieces and all(len(piece) == 1 for piece in pieces) else None
    return cut_beside(folder, answers, side, pieces, told=told)


def _code_stands(folder: HubFolder, vocabulary: Vocabulary, start: str, answers: Answers) -> str:
    """Before a source or after it: mBART's first version has it after, and starts with one."""
    told: str | None = "before"
    if any(map(_MBART.fullmatch, vocabulary.pieces)) and "decoder_start_token" in folder.config:
        told = "before" if folder.config["decoder_start_token"] else None
    if _MBART.fullmatch(start):
        told = "after"
    return answers.choice("src-code", ("before", "after"), told=told)


def _language(
    vocabulary: Vocabulary, name: str, answers: Answers, *, fewest: int = 2
) -> tuple[int, ...]:
    """The code that sentences of one side have, asked for where there are several."""
    found = ((_LANGUAGE.fullmatch(piece), i) for i, piece in enumerate(vocabulary.pieces))
    codes = {match[1] or match[2]: i for match, i in found if match}
    if len(codes) < fewest:
        return ()
    answer = answers.choice(name, (*codes, NO_LANGUAGE))
    return (codes[answer],) if answer in codes else ()


def _foreign_start(folder: HubFolder, vocabulary: Vocabulary) -> int:
    """The row of the token that a sentence begins with, which the decoder may not be fed first."""
    name = str(folder.config.get("bos_token") or "<s>")
    ours = next(
        (i for i, piece in enumerate(vocabulary.pieces) if piece == name and i != BOS_ID), BOS_ID
    )
    return vocabulary.rows[ours]
