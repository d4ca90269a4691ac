"""Other people's tokenizers cut as the originals do, with our four special tokens in front."""

import json
from collections.abc import Sequence

import pytest
import sentencepiece
import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

from model.messages import ConfigError, SourceError
from model.special_tokens import BOS_ID, EOS_ID, SPECIAL_TOKENS, UNK_ID
from model.text.cut import whole_characters
from model.text.foreign_cuts import SentencePieceCut, SubwordCut, TokenizerJsonCut, WordCut
from model.text.piece_tokenizer import PieceTokenizer
from model.text.tokenizer import prepare_source, target_ids
from model.text.word_tokenizer import WordTokenizer
from model.text.words import JOINER, word_spans
from tests.model.text.small_pieces import byte_pairs, sentence_pieces

TEXTS = [
    "I have a cat, and she has two kittens.",
    "We have 12 books; they were not cheap!",
    "我有一只猫。 她有两只小猫。",
    "Ich habe eine Katze – Größe: klein.",
] * 20
SENTENCES = ["I have two books.", "She was   not here", "我有两只猫。", "Größe 21 – cat!", "x"]


@pytest.fixture(scope="module")
def spm() -> bytes:
    return sentence_pieces(TEXTS, 160)


@pytest.fixture(scope="module")
def byte_level() -> str:
    return byte_pairs(400, texts=TEXTS).to_str()


def pieces_of(cut: SentencePieceCut | TokenizerJsonCut) -> list[str]:
    kept = [piece for piece in cut.ids if piece not in {"<s>", "</s>", "<unk>", "<pad>"}]
    return [*SPECIAL_TOKENS, *kept]


def words_of(tokens: Sequence[str]) -> list[str]:
    spans = [tokens[start:stop] for start, stop in word_spans(tokens)]
    return [whole_characters("".join(one.removeprefix(JOINER) for one in span)) for span in spans]


def stored(tokenizer: PieceTokenizer) -> PieceTokenizer:
    return PieceTokenizer.from_json(json.loads(json.dumps(tokenizer.to_json())))


def tokenizer_of(cut: SentencePieceCut | TokenizerJsonCut, **options) -> PieceTokenizer:
    return PieceTokenizer(cut=cut, pieces=pieces_of(cut), **options)


def test_what_two_sides_have_in_common_is_told_and_built_once(spm: bytes):
    cut = SentencePieceCut(spm)
    src = tokenizer_of(cut, suffix=(EOS_ID, 9))
    same = tokenizer_of(cut, prefix=(8,))
    other = PieceTokenizer(cut=SentencePieceCut(spm, coded=True), pieces=pieces_of(cut))
    assert same.to_json(beside=src) == {"prefix": [8], "suffix": [EOS_ID]}
    assert other.to_json(beside=src).keys() == {"prefix", "suffix", "tokenizer"}
    for tgt in (same, other):
        read = PieceTokenizer.from_json(tgt.to_json(beside=src), beside=src)
        assert read.to_json() == tgt.to_json()
        assert read.vocabulary is src.vocabulary
        assert read.encode(SENTENCES[0]) == tgt.encode(SENTENCES[0])
        # as it was stored once, all of it
        assert PieceTokenizer.from_json(tgt.to_json(), beside=src).to_json() == tgt.to_json()


def test_the_same_pieces_with_other_marks_are_shown_otherwise(spm: bytes):
    cut = SentencePieceCut(spm)
    src = tokenizer_of(cut)
    tgt = PieceTokenizer(cut=WordCut(), pieces=pieces_of(cut), beside=src)
    assert tgt.vocabulary == PieceTokenizer(cut=WordCut(), pieces=pieces_of(cut)).vocabulary
    assert tgt.vocabulary != src.vocabulary


def test_what_is_not_told_must_be_told_beside(spm: bytes):
    cut = SentencePieceCut(spm)
    src = tokenizer_of(cut)
    for beside in (None, WordTokenizer.trained(TEXTS)):
        with pytest.raises(ConfigError, match=r"tokenizer\.tokenizer is missing"):
            PieceTokenizer.from_json(src.to_json(beside=src), beside=beside)


@pytest.mark.parametrize("text", SENTENCES)
def test_sentencepiece_cuts_and_joins_as_its_own_library_does(spm: bytes, text: str):
    cut = SentencePieceCut(spm)
    tokenizer = stored(tokenizer_of(cut))
    original = sentencepiece.SentencePieceProcessor(model_proto=spm)
    expected = original.encode(text, out_type=str)
    encoded = tokenizer.encode(text)
    known = set(tokenizer.pieces)
    assert [tokenizer.pieces[i] for i in encoded.ids] == [
        piece if piece in known else "<unk>" for piece in expected
    ]
    if UNK_ID not in encoded.ids:
        assert tokenizer.decode((*encoded.ids, EOS_ID)) == original.decode(expected)


@pytest.mark.parametrize("text", SENTENCES)
def test_byte_level_pieces_are_those_of_the_library(byte_level: str, text: str):
    cut = TokenizerJsonCut(byte_level)
    tokenizer = stored(tokenizer_of(cut))
    original = tokenizers.Tokenizer.from_str(byte_level)
    encoded = tokenizer.encode(text)
    assert [tokenizer.pieces[i] for i in encoded.ids] == original.encode(text).tokens
    assert tokenizer.decode(encoded.ids) == text
    assert encoded.unknown == ()


@pytest.mark.parametrize("text", [" a cat", "a  cat ", "\ta\n cat\r\n", "a\u00a0cat"])
def test_byte_level_pieces_spell_the_text_as_it_was_typed(byte_level: str, text: str):
    tokenizer = tokenizer_of(TokenizerJsonCut(byte_level))
    source = prepare_source(text, tokenizer, max_len=40)
    assert source.text == tokenizer.decode(source.ids) == text
    assert target_ids(text, tokenizer) == source.ids[:-1]


def test_only_characters_that_the_cut_leaves_out_are_noticed(spm: bytes, byte_level: str):
    plain = tokenizers.Tokenizer(models.WordPiece({"[UNK]": 0, "cat": 1}, unk_token="[UNK]"))
    plain.normalizer, plain.pre_tokenizer = (
        normalizers.BertNormalizer(),
        pre_tokenizers.Whitespace(),
    )
    for cut, removed in (
        (TokenizerJsonCut(byte_level), "U+D800"),
        (TokenizerJsonCut(plain.to_str()), "U+200B, U+00AD, U+0007, U+D800"),
        (SentencePieceCut(spm), "U+0007, U+D800"),
        (WordCut(characters=True), "U+D800"),
    ):
        pieces = [*SPECIAL_TOKENS, *"cat"] if isinstance(cut, WordCut) else pieces_of(cut)
        tokenizer = PieceTokenizer(cut=cut, pieces=pieces)
        source = prepare_source("c\u200ba\u00adt\x07 cat\ud800", tokenizer, max_len=40)
        assert source.text == "c\u200ba\u00adt\x07 cat"
        assert str(source.notices[0]) == f"Control characters were removed: {removed}."


def test_a_text_that_the_cut_leaves_out_is_empty(spm: bytes):
    tokenizer = tokenizer_of(SentencePieceCut(spm))
    for text in ("\u200b", "\x07", "\ud800", " \n"):
        with pytest.raises(SourceError, match="The source is empty"):
            prepare_source(text, tokenizer, max_len=40)


def test_pieces_are_shown_as_our_own_are(spm: bytes, byte_level: str):
    for cut in (SentencePieceCut(spm), TokenizerJsonCut(byte_level)):
        tokenizer = tokenizer_of(cut)
        shown = [token for token in tokenizer.encode("and she has.").tokens if token != "▁"]
        assert not any(mark in token for token in shown for mark in "▁Ġ")
        assert "".join(token.removeprefix("##") for token in shown) == "andshehas."
        assert shown[-1] == "."
    han = tokenizer_of(SentencePieceCut(spm))
    assert not any(token.startswith("##") for token in han.encode("我有两只猫").tokens)


def test_the_first_piece_of_a_text_continues_nothing():
    backend = byte_pairs(264, texts=["the cats sat", "kittens"] * 9)
    tokenizer = tokenizer_of(TokenizerJsonCut(backend.to_str()))
    tokens = tokenizer.encode("kitten the cat").tokens
    assert not tokens[0].startswith("##") and any(token.startswith("##") for token in tokens)
    first, *others = tokenizer.encode("cats").ids
    own = tokenizer.tokens([first])[0]
    assert tokenizer.token(first, BOS_ID) == own and others
    assert tokenizer.token(first) == tokenizer.token(first, others[0]) == f"##{own}"


def test_bytes_of_a_character_are_shown_and_merge_into_it():
    tokenizer = tokenizer_of(TokenizerJsonCut(byte_pairs(257, texts=["a b c"]).to_str()))
    encoded = tokenizer.encode("a 猫\n👍é")
    assert encoded.tokens == (
        *("a", "␣", "<0xE7>", "##<0x8C>", "##<0xAB>", "↵"),
        *("<0xF0>", "##<0x9F>", "##<0x91>", "##<0x8D>", "<0xC3>", "##<0xA9>"),
    )
    assert words_of(encoded.tokens) == ["a", "␣", "猫", "↵", "👍", "é"]
    assert tokenizer.decode(encoded.ids) == "a 猫\n👍é"


def test_pieces_that_mark_a_words_end_or_that_it_goes_on():
    backend = tokenizers.Tokenizer(models.BPE(end_of_word_suffix="</w>"))
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    backend.decoder = decoders.BPEDecoder()
    trainer = trainers.BpeTrainer(vocab_size=20, end_of_word_suffix="</w>", show_progress=False)
    backend.train_from_iterator(["low lower lowest"] * 5, trainer)
    ended = TokenizerJsonCut(backend.to_str())
    codes = SubwordCut([("l", "o")])
    marked = ["lo@@", "w", "e@@", "r", "w@@", "s@@", "t"]
    for cut, pieces in ((ended, pieces_of(ended)), (codes, [*SPECIAL_TOKENS, *marked])):
        tokenizer = stored(PieceTokenizer(cut=cut, pieces=pieces))
        tokens = tokenizer.encode("low lower lowest").tokens
        assert words_of(tokens) == ["low", "lower", "lowest"]
        assert tokenizer.decode(tokenizer.encode("low lower").ids) == "low lower"


def test_codes_of_languages_continue_no_word(spm: bytes):
    cut, codes = SentencePieceCut(spm), ["en_XX", "zho_Hans", "__ceb__"]
    tokenizer = PieceTokenizer(cut=cut, pieces=[*pieces_of(cut), *codes])
    assert list(tokenizer.vocabulary[-3:]) == codes


def test_wordpiece_marks_are_our_own():
    backend = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.normalizer = normalizers.BertNormalizer()
    backend.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(
        vocab_size=120, special_tokens=["[UNK]"], show_progress=False
    )
    backend.train_from_iterator(TEXTS, trainer)
    cut = TokenizerJsonCut(backend.to_str())
    tokenizer = tokenizer_of(cut)
    encoded = tokenizer.encode("She has kittens")
    assert list(encoded.tokens) == backend.encode("She has kittens").tokens
    assert tokenizer.decode(encoded.ids) == "she has kittens"
    unknown = tokenizer.encode("She has \u2603 kittens")
    assert UNK_ID in unknown.ids and unknown.unknown == ("\u2603",)


def test_subwords_follow_their_codes():
    """``lower`` and ``lowest`` of Sennrich et al. 2016, with the merges l·o, lo·w, e·r</w>."""
    merges = [("l", "o"), ("lo", "w"), ("e", "r</w>")]
    pieces = [*SPECIAL_TOKENS, "low@@", "er", "e@@", "s@@", "t", "low"]
    tokenizer = stored(PieceTokenizer(cut=SubwordCut(merges), pieces=pieces))
    encoded = tokenizer.encode("lower lowest")
    assert [tokenizer.pieces[i] for i in encoded.ids] == ["low@@", "er", "low@@", "e@@", "s@@", "t"]
    assert tokenizer.decode(encoded.ids) == "lower lowest"
    assert tokenizer.encode("q").unknown == ("q",)


def test_characters_and_words_need_no_model():
    letters = PieceTokenizer(cut=WordCut(characters=True), pieces=[*SPECIAL_TOKENS, "a", "ب"])
    assert stored(letters).encode("ab ب").ids == (4, UNK_ID, 5)
    assert letters.encode("ab").unknown == ("b",)
    assert letters.decode((4, 5, EOS_ID)) == "aب"
    words = PieceTokenizer(cut=WordCut(), pieces=[*SPECIAL_TOKENS, "two", "words"])
    assert stored(words).encode("two  words").ids == (4, 5)
    assert words.decode((4, 5)) == "two words"


def test_characters_may_have_a_blank_among_them():
    cut = WordCut(characters=True, blanks=True)
    tokenizer = stored(PieceTokenizer(cut=cut, pieces=[*SPECIAL_TOKENS, "a", " "]))
    assert tokenizer.encode(" a  a ").ids == (4, 5, 4)
    assert tokenizer.encode("a a").tokens == ("a", "␣", "a")
    assert tokenizer.decode((4, 5, 4)) == "a a"


def test_what_stands_around_a_sentence_is_not_decoded():
    pieces = [*SPECIAL_TOKENS, "<en>", "a"]
    tokenizer = stored(PieceTokenizer(cut=WordCut(), pieces=pieces, prefix=(4,), suffix=(EOS_ID,)))
    assert (tokenizer.prefix, tokenizer.suffix) == ((4,), (EOS_ID,))
    assert tokenizer.decode((4, 5, EOS_ID)) == "a"


def test_a_text_never_spells_a_special_token(spm: bytes):
    tokenizer = tokenizer_of(SentencePieceCut(spm))
    for text in ("<s>", "</s>", "<pad>", "a </s> b"):
        assert not {0, 1, 2} & set(tokenizer.encode(text).ids)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"tokenizer": {"cut": "magic"}}, "must be one of"),
        ({"tokenizer": {"cut": "sentencepiece", "model": "###"}}, "not readable"),
        ({"tokenizer": {"cut": "sentencepiece", "model": "AAAA"}}, "not readable"),
        ({"tokenizer": {"cut": "tokenizer.json", "text": "{}"}}, "not readable"),
        ({"tokenizer": {"cut": "subwords", "merges": [["a"]]}}, "must be a list of 2"),
        ({"pieces": ["a", "b"]}, "must begin with"),
        ({"prefix": [99]}, "from 0 to 4"),
        ({"prefix": "4"}, "must be a list"),
    ],
)
def test_values_that_are_none_are_refused(values: dict, message: str):
    good = WordCut().to_json()
    read = {"tokenizer": good, "pieces": [*SPECIAL_TOKENS, "a"], "prefix": [], "suffix": [2]}
    with pytest.raises(ConfigError, match=message):
        PieceTokenizer.from_json({**read, **values})


def test_without_a_mask_or_without_places_a_text_stays_as_it_is(spm: bytes):
    pieces = [*SPECIAL_TOKENS, "<mask>", "two", "words"]
    for tokenizer in (
        WordTokenizer.trained(["two words"]),
        PieceTokenizer(cut=WordCut(), pieces=pieces),
        PieceTokenizer(cut=WordCut(), pieces=pieces, mask=4),  # where a word stands is not known
        PieceTokenizer(cut=SentencePieceCut(spm), pieces=pieces, mask=4),
    ):
        assert [tokenizer.masked("two words", place) for place in (-1, 0, 1)] == ["two words"] * 3


def test_pieces_that_go_on_with_a_word_are_masked_with_it():
    vocabulary = {"[UNK]": 0, "two": 1, "cat": 2, "##s": 3}
    backend = tokenizers.Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]"))
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    pieces = [*SPECIAL_TOKENS, "[MASK]", "two", "cat", "##s"]
    tokenizer = PieceTokenizer(cut=TokenizerJsonCut(backend.to_str()), pieces=pieces, mask=4)
    masked = [tokenizer.masked("two cats", place) for place in range(3)]
    assert masked == ["[MASK] cats", "two [MASK] [MASK]", "two cat[MASK]"]
