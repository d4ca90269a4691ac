"""The ids of a text are those of the original's tokenizer, whatever characters it contains."""

import json
import random
import unicodedata
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from tokenizers import normalizers

from model.checkpoint.importing import recognise
from model.checkpoint.readers.recognised import Recognised
from model.text.tokenizer import prepare_prompt, prepare_source
from tests.model.text.small_pieces import byte_pairs, piece_names, sentence_pieces

pytest.importorskip("transformers")

import transformers

from tests.model.checkpoint.readers.hub import SIZES, SPECIAL
from tests.model.checkpoint.readers.random_hub import CLASSES, folder_rows

LONGEST = 512
BLANKS = (" ", "  ", "\t", "\n", "\r\n", " \n ")
WORDS = ("the", "cat", "Dog", "sat", "a")
SMALL = {
    "bart": SIZES,
    "marian": SIZES,
    "t5": {"d_model": 8, "d_kv": 4, "d_ff": 8, "num_layers": 1, "num_heads": 2},
    "gpt2": {"n_embd": 8, "n_layer": 1, "n_head": 2, "n_positions": LONGEST},
    "bert": {
        "hidden_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 8,
    },
}


def characters() -> Mapping[str, list[str]]:
    """Those that UTF-8 has, by Unicode's general category."""
    found: dict[str, list[str]] = {}
    for char in map(chr, range(0x110000)):
        found.setdefault(unicodedata.category(char), []).append(char)
    del found["Cs"]
    return found


def generated_texts(count: int = 300) -> list[str]:
    """Words, blanks and characters; each category is in at least ten of the texts."""
    chance, known = random.Random(0), characters()
    texts = [" cat", "the  cat ", "\tcat\n", "cat\r\nsat", "the cat\u200b", "c\xadat"]
    while len(texts) < count:
        category = sorted(known)[len(texts) % len(known)]
        parts = [" cat ", chance.choice(BLANKS), chance.choice(known[category])]
        for _ in range(chance.randint(0, 8)):
            own = known[chance.choice(sorted(known))]
            parts.append(chance.choice(chance.choice((WORDS, BLANKS, own))))
        texts.append("".join(chance.sample(parts, len(parts))))
    return texts


def byte_level(path: Path, name: str, *special: str) -> Any:
    byte_pairs(special=special).model.save(str(path))
    return getattr(transformers, name).from_pretrained(path)


def word_pieces(path: Path) -> Any:
    letters = [chr(code) for code in range(0x21, 0x250)]  # U+0085 is in most vocabularies
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, "##s", "##at", "猫", *letters]
    (path / "vocab.txt").write_text("\n".join(dict.fromkeys(words)), encoding="utf-8")
    return transformers.BertTokenizer.from_pretrained(path)


def unigrams(path: Path) -> Any:
    """From a SentencePiece model, which the original reads only with another package."""
    del path
    read = sentencepiece.SentencePieceProcessor(
        model_proto=sentence_pieces(pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    )
    pieces = [(read.id_to_piece(i), read.get_score(i)) for i in range(read.get_piece_size())]
    original = transformers.T5Tokenizer(vocab=pieces)
    original.backend_tokenizer.normalizer = normalizers.NFKC()
    return original


def marian(path: Path) -> Any:
    model = sentence_pieces()
    for side in ("source", "target"):
        (path / f"{side}.spm").write_bytes(model)
    own = [name for name in piece_names(model) if name not in SPECIAL]
    ids = {name: index for index, name in enumerate(("</s>", "<unk>", *own, "<pad>"))}
    (path / "vocab.json").write_text(json.dumps(ids))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends another package
        return transformers.MarianTokenizer.from_pretrained(path)


FOLDERS: Mapping[str, tuple[str, Callable[[Path], Any]]] = {
    "gpt2": ("gpt2", lambda path: byte_level(path, "GPT2Tokenizer", "<|endoftext|>")),
    "bart": ("bart", lambda path: byte_level(path, "BartTokenizer", *SPECIAL, "<mask>")),
    "t5": ("t5", unigrams),
    "marian": ("marian", marian),
    "bert": ("bert", word_pieces),
}
"""The family of each folder, and its tokenizer made with the original's own class."""


def with_model(path: Path, family: str, original: Any) -> Any:
    config_class, model_class = CLASSES[family]
    rows = max(original.get_vocab().values()) + 1
    pad, end = original.pad_token_id, original.eos_token_id
    special = {"pad_token_id": pad, "bos_token_id": original.bos_token_id, "eos_token_id": end}
    start = {"bart": end, "marian": pad, "t5": pad}
    own = {"decoder_start_token_id": start[family]} if family in start else {}
    config = config_class(vocab_size=rows, **SMALL[family], **special, **own)
    model_class(config).save_pretrained(path)
    return config


def read(recognised: Recognised, text: str) -> tuple[int, ...]:
    config = recognised.config
    if config.depth("encoder"):
        return prepare_source(text, recognised.src_tokenizer, max_len=LONGEST).ids
    return prepare_prompt(text, recognised.tgt_tokenizer, max_len=LONGEST).prompt


SPECIAL_TYPED = ("<s>", "a <s> cat", "a<s>cat", "a <unk> b", "the <mask> sat", "the<mask>sat")


@pytest.mark.parametrize("stored", ["tokenizer.json", "files of its own"])
@pytest.mark.parametrize("name", FOLDERS)
def test_ids_are_those_of_the_original(tmp_path: Path, name: str, stored: str):
    family, make = FOLDERS[name]
    files, folder = tmp_path / "files", tmp_path / "folder"
    files.mkdir()
    original = make(files)
    if stored == "tokenizer.json":
        original.save_pretrained(folder)
    elif family == "t5":
        pytest.skip("its SentencePiece model is read by that library itself")
    else:
        folder = files
    config = with_model(folder, family, original)
    rows = folder_rows(config, unknown=None if family == "gpt2" else original.unk_token_id)
    recognised = recognise(folder)
    for text in (*generated_texts(), *(SPECIAL_TYPED if family == "bart" else ())):
        ids = [rows[i] for i in read(recognised, text)]
        assert ids == original(text).input_ids, text


def test_every_category_is_in_ten_of_the_texts():
    found = [{unicodedata.category(char) for char in text} for text in generated_texts()]
    counts = {category: sum(category in one for one in found) for category in characters()}
    assert len(counts) == 29 and min(counts.values()) >= 10, counts
