"""Tokenizers of other people's models: their pieces, in the order of our ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from model import values
from model.messages import ConfigError
from model.special_tokens import EOS_ID, SPECIAL_TOKENS, UNK_ID, Ids
from model.text.cuts import GOES_ON, Cut, SubwordCut, cut_from_json
from model.text.tokenizer import EncodedText, Tokenizer
from model.text.words import HAN, JOINER

_NEEDS_NO_JOINER = re.compile(rf"[{HAN}]|[^\w]")
"""Chinese and punctuation stand without a blank before them anyway."""

LANGUAGE = re.compile(r"[a-z]{2,3}_[A-Z][A-Za-z]{1,3}|__[a-z]{2,3}__")
"""Codes of languages: mBART's ``en_XX``, NLLB's ``eng_Latn``, M2M-100's ``__en__``."""

_PLAN = values.fields(
    {
        "tokenizer": values.mapping,
        "pieces": values.many(values.text()),
        "prefix": values.many(values.whole()),
        "suffix": values.many(values.whole()),
    },
    {"mask": values.whole()},
)


class PieceTokenizer(Tokenizer):
    """The pieces that a model was trained with, cut as they were then.

    The first four ids are the special tokens, wherever the model had them.
    """

    def __init__(
        self,
        *,
        cut: Cut,
        pieces: Sequence[str],
        prefix: Ids = (),
        suffix: Ids = (EOS_ID,),
        mask: int | None = None,
    ) -> None:
        """From the model's pieces in the order of our ids.

        Raises:
            ConfigError: they do not begin with the special tokens, or an id is beyond them.
        """
        if tuple(pieces[: len(SPECIAL_TOKENS)]) != SPECIAL_TOKENS:
            raise ConfigError(
                "A vocabulary must begin with {expected}, not {found!r}.",
                expected=" ".join(SPECIAL_TOKENS),
                found=list(pieces[: len(SPECIAL_TOKENS)]),
            )
        for token_id in (*prefix, *suffix, *(() if mask is None else (mask,))):
            values.whole(0, len(pieces) - 1)("tokenizer", token_id)
        self._cut, self.prefix, self.suffix, self.mask = cut, prefix, suffix, mask
        self.pieces = tuple(pieces)
        # a later piece of the same name is another's: special tokens are never spelled
        special = len(SPECIAL_TOKENS)
        self._ids = {piece: special + i for i, piece in enumerate(self.pieces[special:])}
        self.vocabulary = (*SPECIAL_TOKENS, *map(self._shown, self.pieces[special:]))

    def normalised(self, text: str) -> str:
        """As it is: the cut has a normalisation of its own."""
        return " ".join(text.split())

    def encode(self, text: str) -> EncodedText:
        """Ids and tokens of a text; nothing is added at its ends."""
        pieces = self._cut.split(text)
        ids = tuple(self._ids.get(piece, UNK_ID) for piece in pieces)
        unknown = dict.fromkeys(piece for piece in pieces if piece not in self._ids)
        shown = (self._cut.body(piece)[0] for piece in unknown)
        return EncodedText(ids, self.tokens(ids), tuple(shown))

    def decode(self, ids: Iterable[int]) -> str:
        """Text of ids; padding, start and end tokens are left out."""
        around = {*range(len(SPECIAL_TOKENS)), *self.prefix, *self.suffix} - {UNK_ID}
        return self._cut.join([self.pieces[token_id] for token_id in ids if token_id not in around])

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        return {
            "tokenizer": self._cut.to_json(),
            "pieces": list(self.pieces),
            "prefix": list(self.prefix),
            "suffix": list(self.suffix),
            **({} if self.mask is None else {"mask": self.mask}),
        }

    @classmethod
    def from_json(cls, read: Mapping[str, Any]) -> PieceTokenizer:
        """Inverse of :meth:`to_json`.

        Raises:
            ConfigError: the values are not those of a tokenizer.
        """
        plan = _PLAN("tokenizer", dict(read))
        return cls(
            cut=cut_from_json(plan["tokenizer"]),
            pieces=plan["pieces"],
            prefix=plan["prefix"],
            suffix=plan["suffix"],
            mask=plan.get("mask"),
        )

    def _shown(self, piece: str) -> str:
        """The piece as our own would be: with the joiner where it continues a word."""
        if isinstance(self._cut, SubwordCut):
            return piece.removesuffix(GOES_ON)
        body, begins = self._cut.body(piece)
        alone = begins or _NEEDS_NO_JOINER.match(body) or LANGUAGE.fullmatch(body)
        return body if alone else JOINER + body
