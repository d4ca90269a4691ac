"""What is read in parts is what the library reads at once."""

from __future__ import annotations

import base64
import json
import random
from itertools import pairwise
from typing import Any

import pytest
import tokenizers
from tokenizers import AddedToken, decoders, models, normalizers, pre_tokenizers, processors

from model.messages import ConfigError
from model.text.foreign_cuts import (
    MOST_ADDED,
    MOST_GROWTH,
    SubwordCut,
    TokenizerJsonCut,
    read_tokenizer,
)
from tests.model.text.heap import bytes_kept
from tests.model.text.small_pieces import sentence_pieces

TEXT = "low lower  <mask> NEWER<end>x lowx 我 <a b>."
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def byte_pairs(**options) -> tokenizers.Tokenizer:
    pieces = ["<unk>", "<end>", *LETTERS, "##w", "lo", "low", "er", "x</w>", "##er", "Ġ", "."]
    merges = [("l", "o"), ("lo", "w"), ("e", "r")]
    vocab = {piece: index for index, piece in enumerate(pieces)}
    return tokenizers.Tokenizer(models.BPE(vocab=vocab, merges=merges, **options))


def with_all_around() -> tokenizers.Tokenizer:
    backend = byte_pairs(unk_token="<unk>", fuse_unk=True)
    backend.normalizer = normalizers.Lowercase()
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    backend.decoder = decoders.BPEDecoder()
    backend.post_processor = processors.TemplateProcessing(
        single="$A <end>", special_tokens=[("<end>", 1)]
    )
    backend.add_special_tokens(["<end>", AddedToken("<mask>", lstrip=True, special=True)])
    backend.add_tokens([AddedToken("<a b>", single_word=True, normalized=False), "newer"])
    return backend


@pytest.mark.parametrize(
    "backend",
    [
        byte_pairs(),
        byte_pairs(unk_token="<unk>", end_of_word_suffix="</w>", ignore_merges=True),
        byte_pairs(byte_fallback=True, dropout=0.5),
        with_all_around(),
        tokenizers.Tokenizer(models.WordPiece(vocab={"[UNK]": 0, "low": 1}, unk_token="[UNK]")),
        tokenizers.Tokenizer(models.WordLevel(vocab={"[UNK]": 0, '"type":"BPE"': 1})),
    ],
    ids=["bare", "ended", "bytes", "all around", "word pieces", "another kind"],
)
def test_what_is_read_in_parts_is_what_the_library_reads_at_once(backend):
    text = backend.to_str()
    at_once, in_parts = tokenizers.Tokenizer.from_str(text), read_tokenizer(text)
    assert json.loads(in_parts.to_str()) == json.loads(at_once.to_str())
    assert in_parts.get_vocab() == at_once.get_vocab()
    if backend.model.__class__ is models.BPE and backend.model.dropout is None:
        ours, theirs = in_parts.encode(TEXT), at_once.encode(TEXT)
        assert (ours.ids, ours.offsets) == (theirs.ids, theirs.offsets)
        assert in_parts.decode(ours.ids) == at_once.decode(ours.ids)


@pytest.mark.parametrize("kind", [models.WordLevel, models.BPE])
def test_added_tokens_of_many_characters_are_refused(kind):
    """The library would take a hundred times the memory."""
    vocab = {"a": 0}
    backend = tokenizers.Tokenizer(kind(vocab, []) if kind is models.BPE else kind(vocab))
    backend.add_tokens(["b" * (MOST_ADDED - 2), "cd"])
    assert read_tokenizer(backend.to_str()).get_vocab_size() == 3
    backend.add_tokens(["e"])
    with pytest.raises(
        ConfigError, match=r"added tokens have 500,001 characters; at most 500,000 are"
    ):
        read_tokenizer(backend.to_str())


def test_merges_of_old_files_are_told_with_a_blank():
    read = json.loads(byte_pairs().to_str())
    read["model"]["merges"] = [" ".join(merge) for merge in read["model"]["merges"]]
    assert read_tokenizer(json.dumps(read)).encode("lower").tokens == ["low", "er"]


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.update(merges=[["l", "o", "w"]]),
        lambda model: model.update(merges=["l"]),
        lambda model: model.update(merges=3),
        lambda model: model.update(merges=[["no", "piece"]]),
        lambda model: model.update(vocab={"l": -1}),
        lambda model: model.update(vocab=[1]),
        lambda model: model["vocab"].update({"\ud800": 90}),
        lambda model: model.pop("vocab"),
        lambda model: model.update(fuse_unk=3),
    ],
)
def test_damaged_tables_are_one_sentence(change):
    read = json.loads(byte_pairs().to_str())
    change(read["model"])
    with pytest.raises(ConfigError, match=r"^tokenizer\.json is not readable"):
        read_tokenizer(json.dumps(read))


@pytest.mark.parametrize("added", [[{"id": 3}], [3], {"a": 1}, [{"content": "a", "special": "x"}]])
def test_damaged_tokens_beside_them_are_one_sentence(added):
    read = json.loads(byte_pairs().to_str()) | {"added_tokens": added}
    with pytest.raises(ConfigError, match=r"^tokenizer\.json is not readable"):
        read_tokenizer(json.dumps(read))


@pytest.mark.parametrize("text", ["", '"type": "BPE"', '["type", {"type": "BPE"}]', "[" * 99_999])
def test_what_is_no_such_file_is_one_sentence(text):
    with pytest.raises(ConfigError, match=r"^tokenizer\.json is not readable"):
        read_tokenizer(text)


def test_a_tokenizer_that_is_gone_has_left_nothing_with_its_thread():
    text = byte_pairs().to_str()
    assert bytes_kept(lambda: read_tokenizer(text).encode(TEXT), times=100) < 200


def words(**parts: Any) -> str:
    """A ``tokenizer.json`` of one word, with other parts."""
    model = {"type": "WordLevel", "vocab": {"<unk>": 0, "a": 1}, "unk_token": "<unk>"}
    bare = json.loads(tokenizers.Tokenizer(models.WordLevel({"a": 0}, "a")).to_str())
    return json.dumps({**bare, "model": model, **parts})


def merging(left: str, right: str, prefix: str, *pieces: str) -> str:
    vocab = {piece: index for index, piece in enumerate(dict.fromkeys([left, right, *pieces]))}
    merges = [f"{left} {right}"]
    return words(
        model={"type": "BPE", "vocab": vocab, "merges": merges, "continuing_subword_prefix": prefix}
    )


@pytest.mark.parametrize(
    "text",
    [
        merging("a", "é", "a", "aé"),  # the library aborts: inside of é
        merging("a", "xé", "é", "aé", "axé"),
        merging("a", "b", "##", "ab"),  # its panic: b is shorter than ##
        merging("a", "bc", "#", "abc"),  # its error: ac is missing
        merging("a", "é", "a", "aé").replace("BPE", "\\u0042PE"),
        merging("a", "é", "a", "aé").replace('"merges"', '"merges": [], "merges"'),
    ],
)
def test_a_merge_that_makes_no_piece_is_refused_before_the_library_reads_it(text):
    with pytest.raises(ConfigError, match=r"is not in the vocabulary|two values of"):
        read_tokenizer(text)


@pytest.mark.parametrize(
    ("merge", "typed", "pieces"),
    [
        (("a", "##b", "##", "ab"), "ab", ["ab"]),
        (("é", "éb", "é", "éb"), "éb", ["éb"]),
        (("a", "##", "##"), "a", ["a"]),
        (("a", "b", "", "ab"), "ab", ["ab"]),
    ],
)
def test_a_merge_that_makes_a_piece_is_read(merge, typed, pieces):
    assert read_tokenizer(merging(*merge)).encode(typed).tokens == pieces


def test_word_pieces_of_words_of_any_length_are_refused():
    """A word of 4,000 letters would take 14 s, one of 20,000 half an hour."""
    model = {"type": "WordPiece", "vocab": {"a": 0, "##a": 1}, "unk_token": "a"}
    model |= {"continuing_subword_prefix": "##"}
    most = words(model={**model, "max_input_chars_per_word": 1_000})
    assert len(TokenizerJsonCut(most).split("a" * 1_000)) == 1_000
    with pytest.raises(ConfigError, match=r"^max_input_chars_per_word \(1001\) must be a whole"):
        TokenizerJsonCut(words(model={**model, "max_input_chars_per_word": 1_001}))


def charsmap(size: int, data: bytes) -> dict[str, str]:
    table = base64.b64encode(size.to_bytes(4, "little") + data).decode()
    return {"type": "Precompiled", "precompiled_charsmap": table}


PANICS = {
    "no charsmap": {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"}},
    "a charsmap that leads outside": {"normalizer": charsmap(4, b"\xff\xff\xff\xff")},
    "a charsmap of 4 GB": {"normalizer": charsmap(2**32 - 1, b"")},
    "a pattern that never ends": {
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": "(a+)+$"},
            "behavior": "Isolated",
            "invert": False,
        }
    },
    "the same in a normalizer": {
        "normalizer": {"type": "Replace", "pattern": {"Regex": "(a+)+$"}, "content": ""}
    },
    "pieces of no length": {"pre_tokenizer": {"type": "FixedLength", "length": 0}},
    "more removed than there is": {
        "decoder": {"type": "Strip", "content": "a", "start": 5, "stop": 5}
    },
}


def test_a_panic_of_the_library_is_one_sentence_each_time():
    def used(**parts: Any) -> list[str]:
        cut = TokenizerJsonCut(words(**parts))
        return [*cut.split("a" * 40 + "!"), cut.join(["a"])]

    for parts in [*PANICS.values(), *PANICS.values()]:
        with pytest.raises(ConfigError, match=r"^tokenizer\.json (is not|cannot) [^\n]+$"):
            used(**parts)
    assert used() == ["a" * 40 + "!", "a"]


def replacing(old: str | dict[str, str], new: str) -> dict[str, Any]:
    pattern = {"String": old} if isinstance(old, str) else old
    return {"type": "Replace", "pattern": pattern, "content": new}


def one_after_the_other(*parts: Any, name: str = "normalizers") -> dict[str, Any]:
    return {"type": "Sequence", name: [*parts]}


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
GROWING = {
    "text": {"normalizer": one_after_the_other(*[replacing("a", "a" * 100)] * 5)},
    "in each other": {
        "normalizer": one_after_the_other(*[one_after_the_other(replacing("a", "a" * 100))] * 5)
    },
    "a pattern": {"normalizer": one_after_the_other(*[replacing({"Regex": "."}, "a" * 100)] * 2)},
    "between all": {"normalizer": one_after_the_other(*[replacing("", "a")] * 13)},
    "before": {"normalizer": {"type": "Prepend", "prepend": "a" * MOST_GROWTH}},
    "without a type": {"normalizer": {"pattern": {"String": "a"}, "content": "a" * 5_001}},
    "a charsmap": {"normalizer": charsmap(0, b"a" * 5_001)},
    "normal forms": {
        "normalizer": one_after_the_other(*[{"type": "NFKD"}, replacing("\u0641", "\ufdfa")] * 4)
    },
    "bytes": {"pre_tokenizer": one_after_the_other(*[BYTES] * 13, name="pretokenizers")},
    "both": {"normalizer": replacing("a", "a" * 2_501), "pre_tokenizer": BYTES},
    "a decoder": {
        "decoder": one_after_the_other(*[replacing("a", "a" * 100)] * 5, name="decoders")
    },
    "thousands of parts": {"normalizer": one_after_the_other(*[{"type": "StripAccents"}] * 1_000)},
}


def test_parts_that_multiply_a_text_are_refused_when_the_file_is_read():
    for parts in GROWING.values():
        with pytest.raises(ConfigError, match=r"^tokenizer\.json can make a text [\d,]+ times as"):
            TokenizerJsonCut(words(**parts))


def table_of(model: bytes) -> str:
    """The charsmap in a SentencePiece model, after its name: a tag, a length, and so many bytes."""
    after = model.split(b"nmt_nfkc\x12")[1]
    size, start = 0, 0
    for start, byte in enumerate(after, start=1):
        size |= (byte & 127) << (7 * start - 7)
        if byte < 128:
            break
    return base64.b64encode(after[start : start + size]).decode()


def test_what_other_peoples_tokenizers_do_is_allowed():
    """The normalizers of Llama's, and of Albert's and XLNet's."""
    table = {"type": "Precompiled", "precompiled_charsmap": table_of(sentence_pieces())}
    forms = {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}
    quotes, blanks = (replacing("``", '"'), replacing("''", '"')), {"Regex": " {2,}"}
    for parts, typed, piece in [
        (({"type": "Prepend", "prepend": "▁"}, replacing(" ", "▁")), "b c", "b c"),
        ((*quotes, *forms, table, replacing(blanks, " ")), "Ａ", "a"),
    ]:
        cut = TokenizerJsonCut(words(normalizer=one_after_the_other(*parts)))
        assert cut.split(typed) == [piece]


def test_a_text_that_could_grow_too_long_is_refused():
    cut = TokenizerJsonCut(words(normalizer=replacing("a", "a" * 1024)))
    assert len(cut.split("a" * 100)) == 1
    with pytest.raises(ConfigError, match=r"^The text is too long: .* its 2,100 bytes 1,024 times"):
        cut.split("a" * 2_100)
    added = [{"id": 2, "content": "b" * 2_100, "special": False}]
    with pytest.raises(ConfigError, match=r"^The text is too long"):
        TokenizerJsonCut(words(normalizer=replacing("a", "a" * 1024), added_tokens=added))


def merged_one_by_one(word: str, ranks: dict[tuple[str, str], int]) -> list[str]:
    """As it was first written (Sennrich et al. 2016): one pair everywhere, then the next."""
    pieces = [*word[:-1], word[-1] + "</w>"]
    while found := [pair for pair in pairwise(pieces) if pair in ranks]:
        best = min(found, key=ranks.__getitem__)
        place = 0
        while place < len(pieces) - 1:
            if (pieces[place], pieces[place + 1]) == best:
                pieces[place : place + 2] = ["".join(best)]
            place += 1
    return [*(f"{piece}@@" for piece in pieces[:-1]), pieces[-1].removesuffix("</w>")]


def test_subwords_are_those_of_the_algorithm_whatever_the_order_of_the_merges():
    source = random.Random(1)

    def drawn(letters: str, longest: int) -> str:
        return "".join(source.choices(letters, k=source.randint(1, longest)))

    for _ in range(3_000):
        letters = "abc"[: source.randint(1, 3)]
        merges = [
            (drawn(letters, 3), drawn(letters, 3) + source.choice(["", "</w>"]))
            for _ in range(source.randint(0, 12))
        ]
        ranks = {merge: rank for rank, merge in enumerate(merges)}
        word = drawn(letters, 14)
        assert SubwordCut(merges).split(word) == merged_one_by_one(word, ranks)


def test_the_work_for_a_word_grows_with_its_length_and_not_with_its_square():
    class Counted(dict[tuple[str, str], int]):
        asked = 0

        def get(self, *arguments: Any) -> Any:
            self.asked += 1
            return super().get(*arguments)

    word = "".join(map(chr, range(0x4E00, 0x4E00 + 8_000)))
    cut = SubwordCut(zip(word[::2], word[1::2], strict=True))
    cut._ranks = Counted(cut._ranks)
    assert len(cut.split(word)) == 4_001  # the last two have the mark of a word's end
    assert cut._ranks.asked < 4 * len(word)
