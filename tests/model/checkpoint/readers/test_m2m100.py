"""M2M-100 and NLLB folders of the hub, against transformers."""

import json
import re
from pathlib import Path

import pytest
import tokenizers
import torch
from safetensors.torch import load_file, save_file
from tokenizers import models, pre_tokenizers, trainers

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.messages import UserError
from model.network.layers import sinusoidal_table
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
from tests.model.text.small_pieces import piece_names, sentence_pieces

transformers = pytest.importorskip("transformers")

WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "and", "ran", "off", "x")
NLLB_CODES = ["eng_Latn", "fra_Latn", "zho_Hans"]
LANGUAGES = {"M2M-100": ("en", "zh"), "NLLB": ("eng_Latn", "zho_Hans")}


def m2m_tokenizer(path: Path) -> None:
    model = sentence_pieces()
    (path / "sentencepiece.bpe.model").write_bytes(model)
    ids = {piece: index for index, piece in enumerate([*SPECIAL, *piece_names(model)[3:]])}
    (path / "vocab.json").write_text(json.dumps(ids))
    (path / "tokenizer_config.json").write_text('{"tokenizer_class": "M2M100Tokenizer"}')


def nllb_tokenizer(path: Path) -> None:
    backend = tokenizers.Tokenizer(models.BPE(unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    trainer = trainers.BpeTrainer(vocab_size=60, special_tokens=[*SPECIAL], show_progress=False)
    backend.train_from_iterator(["the cat sat on the mat", "a dog and a cat"] * 9, trainer)
    learned = json.loads(backend.to_str())["model"]
    transformers.NllbTokenizer(
        vocab=learned["vocab"],
        merges=[tuple(merge) for merge in learned["merges"]],
        extra_special_tokens=NLLB_CODES,
        src_lang="eng_Latn",
    ).save_pretrained(path)


MAKERS = {"M2M-100": m2m_tokenizer, "NLLB": nllb_tokenizer}


def made_folder(family: str, path: Path) -> Path:
    MAKERS[family](path)
    original = transformers.AutoTokenizer.from_pretrained(path)
    torch.manual_seed(0)
    config = transformers.M2M100Config(
        vocab_size=max(original.get_vocab().values()) + (200 if family == "M2M-100" else 4),
        **SIZES,
    )
    stirred(transformers.M2M100ForConditionalGeneration(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module", params=LANGUAGES)
def family(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def folder(family: str, tmp_path_factory) -> Path:
    return made_folder(family, tmp_path_factory.mktemp("many"))


@pytest.fixture(scope="module")
def m2m(tmp_path_factory) -> Path:
    return made_folder("M2M-100", tmp_path_factory.mktemp("m2m"))


@pytest.fixture
def copied(m2m: Path, tmp_path: Path) -> Path:
    for file in m2m.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def answers(family: str) -> dict[str, str]:
    return dict(zip(("src-lang", "tgt-lang"), LANGUAGES[family], strict=True))


@pytest.fixture(scope="module")
def pair(folder: Path, family: str, tmp_path_factory) -> Pair:
    size = json.loads((folder / "config.json").read_text())["vocab_size"]
    rows = [1, 2, 2, 3, 0, *range(4, size)]
    out = tmp_path_factory.mktemp("ours") / "m2m.safetensors"
    kind = transformers.M2M100ForConditionalGeneration
    return both(kind, folder, out, rows, answers(family))


def test_passes_and_translations_are_equal_and_begin_with_the_given_language(
    pair: Pair, folder: Path, family: str
):
    original = transformers.AutoTokenizer.from_pretrained(folder)
    code = "__zh__" if family == "M2M-100" else "zho_Hans"
    (first,) = pair.ours.tgt_tokenizer.prefix
    assert pair.tgt_rows[first] == original.convert_tokens_to_ids(code)
    assert_same_model(pair, with_random_texts(TEXTS, WORDS))


def test_sentences_are_cut_as_by_the_original(pair: Pair, folder: Path, family: str):
    original = transformers.AutoTokenizer.from_pretrained(folder, src_lang=LANGUAGES[family][0])
    assert_equal_cuts(pair, original, TEXTS)


def test_the_old_way_of_nllb_has_the_code_after_the_sentence(tmp_path: Path):
    folder = made_folder("NLLB", tmp_path)
    config = folder / "tokenizer_config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"legacy_behaviour": True}))
    original = transformers.NllbTokenizer.from_pretrained(folder)
    recognised = recognise(folder, answers("NLLB"))
    rows = [1, 2, 2, 3, 0, *range(4, 100)]
    tokenizer = recognised.src_tokenizer
    ids = (*tokenizer.prefix, *tokenizer.encode("the cat").ids, *tokenizer.suffix)
    assert [rows[i] for i in ids] == original("the cat").input_ids
    assert len(tokenizer.suffix) == 2 and len(recognised.tgt_tokenizer.prefix) == 1


def test_languages_are_asked_for_where_no_file_tells_them(m2m: Path):
    recognised = recognise(m2m)
    assert [(q.name, q.open) for q in recognised.questions] == [
        ("src-lang", True),
        ("tgt-lang", True),
        ("src-code", False),
    ]
    assert "zu" in recognised.questions[0].choices
    with pytest.raises(
        ForeignModelError, match="does not state src-lang, tgt-lang: give each as --src-lang"
    ):
        recognised.check()


def test_a_language_that_the_model_has_not_is_one_sentence(m2m: Path):
    with pytest.raises(ForeignModelError, match=r"^tgt-lang \('tlh'\) must be one of af, am, "):
        recognise(m2m, {"src-lang": "en", "tgt-lang": "tlh"})


def test_the_target_is_told_by_the_first_token_that_is_forced(copied: Path):
    ids = json.loads((copied / "vocab.json").read_text())
    (copied / "generation_config.json").write_text(json.dumps({"forced_bos_token_id": len(ids)}))
    target = recognise(copied, {"src-lang": "en"}).questions[1]
    assert (target.answer, target.told) == ("af", True)


@pytest.mark.parametrize(
    "name, content",
    [
        ("special_tokens_map.json", {"additional_special_tokens": ["__xx__", "__yy__"]}),
        ("tokenizer_config.json", {"extra_special_tokens": [{"content": "__xx__"}, "__yy__"]}),
        ("added_tokens.json", {"__xx__": 30, "__yy__": 31}),
        (
            "tokenizer_config.json",
            {"added_tokens_decoder": {"30": {"content": "__xx__"}, "31": {"content": "__yy__"}}},
        ),
    ],
)
def test_codes_are_those_that_the_files_name(copied: Path, name: str, content: dict):
    (copied / "tokenizer_config.json").unlink()
    ids = json.loads((copied / "vocab.json").read_text())
    for index in range(len(ids), 30 if "30" in str(content) or 30 in content.values() else 0):
        ids[f"more {index}"] = index
    (copied / "vocab.json").write_text(json.dumps(ids))
    (copied / name).write_text(json.dumps(content))
    said = {"src-lang": "xx", "tgt-lang": "yy", "src-code": "before"}
    recognised = recognise(copied, said)
    assert recognised.questions[0].choices == ("xx", "yy")
    rows = [1, 2, 2, 3, 0, *range(4, 300)]
    assert rows[recognised.src_tokenizer.prefix[0]] == len(ids)
    assert rows[recognised.tgt_tokenizer.prefix[0]] == len(ids) + 1


def test_a_folder_without_codes_is_one_sentence(copied: Path):
    (copied / "tokenizer_config.json").unlink()
    with pytest.raises(ForeignModelError, match="has no language codes"):
        recognise(copied)


def test_stored_sinusoids_are_left_out_and_other_tables_are_kept(copied: Path):
    own = load_file(copied / "model.safetensors")
    usual = sinusoidal_table(66, 16, layout="halves", closed=True)
    names = [f"model.{stack}.embed_positions.weights" for stack in ("encoder", "decoder")]
    said = answers("M2M-100")
    save_file(own | {name: usual.clone() for name in names}, copied / "model.safetensors")
    assert recognise(copied, said).config.positions == "sinusoidal"
    imported(copied, copied / "same.out", said)
    others = {name: usual + 1e-5 * (place + 1) for place, name in enumerate(names)}
    save_file(own | others, copied / "model.safetensors")
    network = imported(copied, copied / "other.out", said).network
    for name, embedding in zip(names, (network.src_embedding, network.tgt_embedding), strict=True):
        assert torch.equal(embedding.positions.table, others[name][2:])


@pytest.mark.parametrize(
    "name",
    ["model.shared.weight", "model.decoder.layer_norm.bias", "model.encoder.layers.1.fc1.bias"],
)
def test_a_missing_tensor_is_one_sentence(copied: Path, name: str):
    own = load_file(copied / "model.safetensors")
    del own[name]
    save_file(own, copied / "model.safetensors")
    sentence = f"^The M2M-100 model has no tensor {re.escape(name)}.$"
    with pytest.raises(ForeignModelError, match=sentence):
        imported(copied, copied / "out", answers("M2M-100"))
    assert not (copied / "out").exists()


@pytest.mark.parametrize(
    "change", [{"d_model": 32}, {"encoder_ffn_dim": 24, "decoder_ffn_dim": 24}]
)
def test_sizes_that_do_not_fit_are_one_sentence(copied: Path, change: dict):
    config = json.loads((copied / "config.json").read_text())
    (copied / "config.json").write_text(json.dumps(config | change))
    with pytest.raises(ForeignModelError, match="but the configuration says"):
        imported(copied, copied / "out", answers("M2M-100"))
    assert not (copied / "out").exists()


def test_an_odd_width_is_one_sentence(copied: Path):
    config = json.loads((copied / "config.json").read_text())
    odd = {"d_model": 15, "encoder_attention_heads": 3, "decoder_attention_heads": 3}
    (copied / "config.json").write_text(json.dumps(config | odd))
    with pytest.raises(UserError, match=r"d_model \(15\) must be even"):
        recognise(copied, answers("M2M-100"))
