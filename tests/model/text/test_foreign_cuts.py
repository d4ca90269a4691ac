"""What is read in parts is what the library reads at once."""

from __future__ import annotations

import json

import pytest
import tokenizers
from tokenizers import AddedToken, decoders, models, normalizers, pre_tokenizers, processors

from model.messages import ConfigError
from model.text.foreign_cuts import MOST_ADDED, read_tokenizer
from tests.model.text.heap import bytes_kept

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
    with pytest.raises(ConfigError, match=r"added tokens have 500,001 characters; 500,000 are"):
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
