"""mBART folders of the hub, of the first and of the 50 languages, against transformers."""

import json
from pathlib import Path

import pytest
import sentencepiece
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from tests.model.checkpoint.readers.hub import (
    SIZES,
    SPECIAL,
    TEXTS,
    Pair,
    assert_equal_cuts,
    assert_same_model,
    both,
    imported,
    stirred,
    with_random_texts,
)
from tests.model.text.small_pieces import sentence_pieces

transformers = pytest.importorskip("transformers")

WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "and", "ran", "off", "x")
CLASSES = {"25": "MBartTokenizer", "50": "MBart50Tokenizer"}
SAID = {"src-lang": "en_XX", "tgt-lang": "ro_RO"}
SIZE = 100

one_variant = pytest.mark.parametrize("kind_and_folder", [("25", "spm")], indirect=True)
"""What is refused is refused before language codes and vocabularies differ."""


def original_tokenizer(model: bytes, kind: str):
    """The original's, built of the pieces, as its own converter builds it."""
    pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
    codes = getattr(transformers.models, f"mbart{'50' if kind == '50' else ''}")
    module = getattr(codes, f"tokenization_mbart{'50' if kind == '50' else ''}")
    vocabulary = [
        *((piece, 0.0) for piece in SPECIAL),
        *((pieces.id_to_piece(i), pieces.get_score(i)) for i in range(3, pieces.get_piece_size())),
        *((code, 0.0) for code in module.FAIRSEQ_LANGUAGE_CODES),
        ("<mask>", 0.0),
    ]
    made = getattr(transformers, CLASSES[kind])(vocab=vocabulary)
    made.src_lang = "en_XX"
    return made


@pytest.fixture(scope="module")
def spm() -> bytes:
    return sentence_pieces()


@pytest.fixture(scope="module", params=[(k, f) for k in CLASSES for f in ("spm", "json")])
def kind_and_folder(request, spm: bytes, tmp_path_factory) -> tuple[str, Path]:
    kind, file = request.param
    path = tmp_path_factory.mktemp("mbart")
    if file == "json":
        original_tokenizer(spm, kind).save_pretrained(path)
        told = json.loads((path / "tokenizer_config.json").read_text())
        del told["src_lang"], told["tgt_lang"]
        (path / "tokenizer_config.json").write_text(json.dumps(told))
    else:
        (path / "sentencepiece.bpe.model").write_bytes(spm)
        told = {"tokenizer_class": f"{CLASSES[kind]}Fast"}
        (path / "tokenizer_config.json").write_text(json.dumps(told))
    config = transformers.MBartConfig(
        vocab_size=SIZE,
        **SIZES,
        scale_embedding=True,
        decoder_start_token_id=2 if kind == "50" else None,
    )
    torch.manual_seed(0)
    stirred(transformers.MBartForConditionalGeneration(config)).save_pretrained(path)
    return kind, path


@pytest.fixture
def kind(kind_and_folder: tuple[str, Path]) -> str:
    return kind_and_folder[0]


@pytest.fixture
def folder(kind_and_folder: tuple[str, Path], tmp_path: Path) -> Path:
    """A copy, which may be changed."""
    for file in kind_and_folder[1].iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


@pytest.fixture(scope="module")
def pair(kind_and_folder: tuple[str, Path], spm: bytes, tmp_path_factory) -> Pair:
    kind, folder = kind_and_folder
    code = original_tokenizer(spm, kind).convert_tokens_to_ids("ro_RO")
    rows = [1, 2, 2, 3, 0, *range(4, SIZE)]
    if kind == "25":
        rows = [1, code, 2, 3, 0, *(index for index in range(4, SIZE) if index != code)]
    out = tmp_path_factory.mktemp("ours") / "mbart.safetensors"
    return both(transformers.MBartForConditionalGeneration, folder, out, rows, SAID)


def test_passes_and_translations_are_equal(pair: Pair, kind: str):
    assert len(pair.ours.tgt_tokenizer.prefix) == (1 if kind == "50" else 0)
    assert_same_model(pair, with_random_texts(TEXTS, WORDS))


def test_sentences_are_cut_and_coded_as_by_the_original(pair: Pair, spm: bytes, kind: str):
    original = original_tokenizer(spm, kind)
    assert_equal_cuts(pair, original, TEXTS)
    code = original.convert_tokens_to_ids("ro_RO")
    first = pair.ours.tgt_tokenizer.prefix[0] if kind == "50" else 1
    assert pair.tgt_rows[first] == code


def test_both_sides_may_have_one_language(folder: Path, kind: str):
    recognised = recognise(folder, {"src-lang": "ro_RO", "tgt-lang": "ro_RO"})
    source = recognised.src_tokenizer
    assert [*source.prefix, *source.suffix][-1 if kind == "25" else 0] == (
        1 if kind == "25" else recognised.tgt_tokenizer.prefix[0]
    )


def test_languages_that_the_files_tell_are_told(folder: Path, kind: str):
    config = folder / "tokenizer_config.json"
    told = {"src_lang": "de_DE", "tgt_lang": "fr_XX"}
    config.write_text(json.dumps(json.loads(config.read_text()) | told))
    questions = recognise(folder).questions
    assert [(q.answer, q.told) for q in questions] == [
        ("de_DE", True),
        ("fr_XX", True),
        ("after" if kind == "25" else "before", True),
    ]


def test_where_the_code_stands_is_asked_where_nobody_tells(folder: Path):
    told = {"additional_special_tokens": ["en_XX", "ro_RO"]}
    (folder / "tokenizer_config.json").write_text(json.dumps(told))
    assert [q.name for q in recognise(folder).questions if q.open][-1] == "src-code"
    ends = {
        place: recognise(folder, {**SAID, "src-code": place}).src_tokenizer
        for place in ("before", "after")
    }
    assert [len(ends[place].prefix) for place in ends] == [1, 0]
    assert [len(ends[place].suffix) for place in ends] == [1, 2]


@one_variant
def test_an_unknown_language_is_one_sentence(folder: Path):
    with pytest.raises(ForeignModelError, match=r"^src-lang \('en'\) must be one of .*ar_AR, "):
        recognise(folder, {**SAID, "src-lang": "en"})


@one_variant
@pytest.mark.parametrize(
    "name", ["model.encoder.layernorm_embedding.weight", "model.shared.weight"]
)
def test_a_missing_tensor_is_one_sentence(folder: Path, name: str):
    own = load_file(folder / "model.safetensors")
    del own[name]
    save_file(own, folder / "model.safetensors")
    with pytest.raises(ForeignModelError, match=f"The mBART model has no tensor {name}"):
        imported(folder, folder / "out", SAID)


@one_variant
def test_a_table_of_positions_that_is_too_short_is_one_sentence(folder: Path):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"max_position_embeddings": 65}))
    with pytest.raises(ForeignModelError, match="the shape 64 × 16, but the configuration says 65"):
        imported(folder, folder / "out", SAID)
