"""Parts of characters: wherever a text is cut, they are written as bytes, and no byte is lost."""

import re

import pytest
import tokenizers
from tokenizers import decoders, models, pre_tokenizers

from model.special_tokens import SPECIAL_TOKENS
from model.text.foreign_cuts import SentencePieceCut, TokenizerJsonCut
from model.text.piece_tokenizer import PieceTokenizer
from tests.model.text.small_pieces import byte_pairs, sentence_pieces

TEXT = "the 猫 sat é 😀 there"


def _fallback() -> str:
    """Pieces of characters, and bytes for all that they have not, as Llama's tokenizers have."""
    pieces = [*(f"<0x{byte:02X}>" for byte in range(256)), "<unk>", "▁", *"theshr"]
    ids = {piece: index for index, piece in enumerate(dict.fromkeys(pieces))}
    backend = tokenizers.Tokenizer(models.BPE(ids, [], byte_fallback=True, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Metaspace()
    blank, strip = decoders.Replace("▁", " "), decoders.Strip(" ", 1, 0)
    backend.decoder = decoders.Sequence([blank, decoders.ByteFallback(), decoders.Fuse(), strip])
    return backend.to_str()


CUTS = {
    "byte level": lambda: TokenizerJsonCut(byte_pairs(280).to_str()),
    "sentencepiece": lambda: SentencePieceCut(sentence_pieces(size=290, byte_fallback=True)),
    "byte fallback": lambda: TokenizerJsonCut(_fallback()),
}


@pytest.fixture(params=CUTS)
def tokenizer(request) -> PieceTokenizer:
    cut = CUTS[request.param]()
    kept = [piece for piece in cut.ids if piece not in {*SPECIAL_TOKENS, "<unk>"}]
    return PieceTokenizer(cut=cut, pieces=[*SPECIAL_TOKENS, *kept])


def _bytes(text: str) -> bytes:
    """Of a text in which parts of characters are written ``<0xE7>``."""
    parts = re.split("<0x(..)>", text)
    return b"".join(bytes.fromhex(p) if i % 2 else p.encode() for i, p in enumerate(parts))


def test_wherever_a_text_is_cut_its_bytes_are_written(tokenizer: PieceTokenizer):
    ids = tokenizer.encode(TEXT).ids
    whole = tokenizer.decode(ids).encode()
    assert whole.decode() == TEXT
    for place in range(len(ids) + 1):
        first, rest = tokenizer.decode(ids[:place]), tokenizer.decode(ids[place:])
        assert "\ufffd" not in first + rest
        assert whole.startswith(_bytes(first))  # blanks at the ends belong to nobody
        assert whole.endswith(_bytes(rest))
    assert any("<0x" in tokenizer.decode(ids[:place]) for place in range(len(ids)))


@pytest.mark.parametrize("tokenizer", ["byte level", "byte fallback"], indirect=True)
def test_a_replacement_sign_that_was_typed_stays_one(tokenizer: PieceTokenizer):
    assert tokenizer.decode(tokenizer.encode("the \ufffd").ids) == "the \ufffd"


def test_no_token_is_a_replacement_sign(tokenizer: PieceTokenizer):
    assert not any("\ufffd" in token for token in tokenizer.vocabulary)
