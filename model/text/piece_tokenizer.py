"""Tokenizers of foreign models: their subwords, in the order of our ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from model.messages import ConfigError
from model.special_tokens import EOS_ID, SPECIAL_TOKENS, UNK_ID, Ids
from model.text.cut import Cut
from model.text.foreign_cuts import SentencePieceCut, cut_from_json
from model.text.tokenizer import EncodedText, Tokenizer
from model.text.words import HAN, JOINER
from model.values import Count, Many, Text, read, within

_NEEDS_NO_JOINER = re.compile(rf"(?!<0x[89AB])(?:[{HAN}]|[^\w])")
"""Chinese and punctuation stand without a blank before them anyway; the rest of a character not."""

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Surrogates, which UTF-8 cannot encode: the libraries reject them."""

_SPECIAL = len(SPECIAL_TOKENS)

LANGUAGE = re.compile(r"[a-z]{2,3}_[A-Z][A-Za-z]{1,3}|__[a-z]{2,3}__")
"""Codes of languages: mBART's ``en_XX``, NLLB's ``eng_Latn``, M2M-100's ``__en__``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """What is None is that of the model's other side: megabytes."""

    prefix: Many[Count]
    suffix: Many[Count]
    tokenizer: dict[str, Any] | None = None
    pieces: Many[Text] | None = None
    mask: Count | None = None


class PieceTokenizer(Tokenizer):
    """A foreign model's subwords and their segmentation.

    The first four ids are the special tokens, whatever their foreign ids.
    """

    def __init__(
        self,
        *,
        cut: Cut,
        pieces: Sequence[str],
        prefix: Ids = (),
        suffix: Ids = (EOS_ID,),
        mask: int | None = None,
        beside: PieceTokenizer | None = None,
    ) -> None:
        """From the model's subwords in the order of our ids.

        Tables equal to those of a tokenizer ``beside`` are shared. Raises ConfigError if they do
        not begin with the special tokens, or an id is beyond them.
        """
        if tuple(pieces[: len(SPECIAL_TOKENS)]) != SPECIAL_TOKENS:
            raise ConfigError(
                "A vocabulary must begin with {expected}, not {found!r}.",
                expected=" ".join(SPECIAL_TOKENS),
                found=list(pieces[: len(SPECIAL_TOKENS)]),
            )
        for token_id in (*prefix, *suffix, *(() if mask is None else (mask,))):
            read(within(0, len(pieces) - 1), token_id, "tokenizer")
        self._cut, self.prefix, self.suffix, self.mask = cut, prefix, suffix, mask
        self.pieces = tuple(pieces)
        if beside is not None and self.pieces == beside.pieces:
            self.pieces = beside.pieces
            self._ids: dict[str, int] = beside._ids
        else:
            # a later piece of the same name is another's: special tokens are never spelled
            self._ids = {piece: _SPECIAL + i for i, piece in enumerate(self.pieces[_SPECIAL:])}
        # all SentencePiece models use the same marks
        other = None if beside is None else beside._cut
        kind = SentencePieceCut
        alike = cut is other or (isinstance(cut, kind) and isinstance(other, kind))
        if beside is not None and self.pieces is beside.pieces and alike:
            self.vocabulary = beside.vocabulary
        else:
            self.vocabulary = (*SPECIAL_TOKENS, *map(self._shown, self.pieces[_SPECIAL:]))
        self._go_on = frozenset(i for i in self._ids.values() if cut.goes_on(self.pieces[i]))
        self._around = {*range(_SPECIAL), *prefix, *suffix} - {UNK_ID}

    def token(self, token_id: int, after: int | None = None) -> str:
        """The token of an id; the first of a text continues nothing."""
        shown = self.vocabulary[token_id]
        if after in self._around:
            return shown.removeprefix(JOINER) or shown
        joins = after in self._go_on and not _NEEDS_NO_JOINER.match(shown)
        return JOINER + shown if joins else shown

    def normalised(self, text: str) -> str:
        """Lone surrogates removed; the tokenizer has its own normalisation."""
        return _SURROGATE.sub("", text)

    def removed(self, text: str) -> tuple[str, ...]:
        """Control characters between two letters that the tokenizer's normalisation removes."""
        whole = self._cut.cleaned("aa")
        between = {name: f"a{chr(int(name[2:], 16))}a" for name in super().removed(text)}
        return tuple(
            name
            for name, probe in between.items()
            if self._cut.cleaned(self.normalised(probe)) == whole
        )

    def encode(self, text: str) -> EncodedText:
        pieces = self._cut.split(text)
        ids = tuple(self._ids.get(piece, UNK_ID) for piece in pieces)
        unknown = dict.fromkeys(piece for piece in pieces if piece not in self._ids)
        shown = (self._cut.body(piece)[0] for piece in unknown)
        return EncodedText(ids, self.tokens(ids), tuple(shown))

    def masked(self, text: str, place: int) -> str:
        """A text with one subword replaced by the mask; unchanged if that is not possible.

        The rest of the word is masked too: after a mask it would be tokenized differently.
        """
        pieces, spans = self._cut.split(text), self._cut.spans(text)
        if self.mask is None or place not in range(len(spans)):
            return text
        last = place
        while last + 1 < len(pieces) and not self._cut.body(pieces[last + 1])[1]:
            last += 1
        masks = " ".join([self.pieces[self.mask]] * (last + 1 - place))
        return text[: spans[place][0]] + masks + text[spans[last][1] :]

    def decode(self, ids: Iterable[int]) -> str:
        pieces = (self.pieces[token_id] for token_id in ids if token_id not in self._around)
        return self._cut.join([*pieces])

    def to_json(self, *, beside: Tokenizer | None = None) -> dict[str, Any]:
        other = beside if isinstance(beside, PieceTokenizer) else None
        told: dict[str, Any] = {"prefix": list(self.prefix), "suffix": list(self.suffix)}
        if other is None or self._cut is not other._cut:
            told["tokenizer"] = self._cut.to_json()
        if other is None or self.pieces != other.pieces:
            told["pieces"] = list(self.pieces)
        return told if self.mask is None else {**told, "mask": self.mask}

    @classmethod
    def from_json(
        cls, told: Mapping[str, Any], *, beside: Tokenizer | None = None
    ) -> PieceTokenizer:
        """Inverse of :meth:`to_json`; raises ConfigError for other values."""
        other = beside if isinstance(beside, PieceTokenizer) else None
        stored = read(_Stored, dict(told), "tokenizer")
        cut = other._cut if other and stored.tokenizer is None else None
        pieces = other.pieces if other and stored.pieces is None else stored.pieces
        if pieces is None or (cut is None and stored.tokenizer is None):
            missing = "tokenizer" if stored.tokenizer is None else "pieces"
            raise ConfigError("{name} is missing.", name=f"tokenizer.{missing}")
        return cls(
            cut=cut or cut_from_json(stored.tokenizer or {}),
            pieces=pieces,
            prefix=stored.prefix,
            suffix=stored.suffix,
            mask=stored.mask,
            beside=other,
        )

    def _shown(self, piece: str) -> str:
        body, begins = self._cut.body(piece)
        alone = begins or _NEEDS_NO_JOINER.match(body) or LANGUAGE.fullmatch(body)
        return body if alone else JOINER + body
