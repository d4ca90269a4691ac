"""Folders of encoder-decoders of the hub, against transformers."""

import json
import shutil
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tokenizers
import torch
from safetensors.torch import load_file
from tokenizers import models, pre_tokenizers, trainers

from model.checkpoint.importing import recognise
from model.network.layers import sinusoidal_table
from tests.every import every
from tests.model.checkpoint.readers import hub
from tests.model.checkpoint.readers.small_t5 import DEEPER
from tests.model.text.small_pieces import byte_pairs, piece_names, sentence_pieces

transformers = pytest.importorskip("transformers")
transformers.utils.logging.disable_progress_bar()  # it leaves a thread behind

WORDS = ("the", "cat", "sat", "on", "mat", "a", "dog", "and", "ran", "off", "x")
ENGLISH = [
    "I have a cat.",
    "Where is the station?",
    "She doesn't want to go home today, because it rains.",
    "Good morning!",
    "12 apples – and 3 pears.",
]
STATION = ("station", "want", "go", "home", "today", "rains", "apples", "pears", "12", "I", "cat")
MBART = {"src-lang": "en_XX", "tgt-lang": "ro_RO"}
M2M = {"src-lang": "en", "tgt-lang": "zh"}
NLLB = {"src-lang": "eng_Latn", "tgt-lang": "zho_Hans"}
USUAL = (1, 2, 2, 3, 0)
"""Rows of BART and its kin: padding, start, end, unknown, and ``<s>``."""


def written(path: Path, kind: str, **options: Any) -> Any:
    """Weights and configuration; the class that reads them."""
    model = getattr(transformers, kind)
    torch.manual_seed(0)
    hub.stirred(model(model.config_class(**options))).save_pretrained(path)
    return model


def rows_of(size: int, first: Sequence[int] = USUAL) -> list[int]:
    return [*first, *(index for index in range(4, size) if index not in first)]


def bart(path: Path, *, whole: bool) -> tuple[Any, list[int]]:
    backend = byte_pairs(298, special=hub.SPECIAL)
    if whole:
        backend.save(str(path / "tokenizer.json"))
    else:
        backend.model.save(str(path))
    kind = written(path, "BartForConditionalGeneration", vocab_size=300, **hub.SIZES)
    return kind, rows_of(300)


def t5(path: Path, **switches: Any) -> tuple[Any, list[int]]:
    model = sentence_pieces(pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    (path / "spiece.model").write_bytes(model)
    rows = [0, 0, 1, 2, *range(3, 50)]
    return written(path, "T5ForConditionalGeneration", **DEEPER, **switches), rows


def marian(path: Path, *, opus: Path, binary: bool) -> tuple[Any, list[int]]:
    for name in ("source.spm", "target.spm", "vocab.json", "tokenizer_config.json"):
        shutil.copy(opus / name, path / name)
    small = {"d_model": 16, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24, "decoder_layers": 2}
    heads = {"encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_layers": 3}
    options = json.loads((opus / "config.json").read_text()) | small | heads
    kind = written(path, "MarianMTModel", **options)
    if binary:
        model = kind.from_pretrained(path)
        (path / "model.safetensors").unlink()
        torch.save(model.state_dict(), path / "pytorch_model.bin")
    return kind, marian_rows(path)


def marian_rows(path: Path) -> list[int]:
    """Pad, start (pad again), ``</s>``, ``<unk>``, then the rest."""
    pad = len(json.loads((path / "vocab.json").read_text())) - 1
    return [pad, pad, 0, 1, *range(2, pad)]


MBARTS = {"25": "MBartTokenizer", "50": "MBart50Tokenizer"}


def mbart_tokenizer(kind: str) -> Any:
    """The original's, built of the pieces, as its own converter builds it."""
    pieces = sentencepiece.SentencePieceProcessor(model_proto=sentence_pieces())
    name = "mbart50" if kind == "50" else "mbart"
    module = getattr(getattr(transformers.models, name), f"tokenization_{name}")
    vocabulary = [
        *((piece, 0.0) for piece in hub.SPECIAL),
        *((pieces.id_to_piece(i), pieces.get_score(i)) for i in range(3, pieces.get_piece_size())),
        *((code, 0.0) for code in module.FAIRSEQ_LANGUAGE_CODES),
        ("<mask>", 0.0),
    ]
    made = getattr(transformers, MBARTS[kind])(vocab=vocabulary)
    made.src_lang = "en_XX"
    return made


def mbart(path: Path, *, kind: str, whole: bool) -> tuple[Any, list[int]]:
    if whole:
        mbart_tokenizer(kind).save_pretrained(path)
        config = path / "tokenizer_config.json"
        told = json.loads(config.read_text())
        del told["src_lang"], told["tgt_lang"]
        config.write_text(json.dumps(told))
    else:
        (path / "sentencepiece.bpe.model").write_bytes(sentence_pieces())
        hub.changed(path, "tokenizer_config.json", tokenizer_class=f"{MBARTS[kind]}Fast")
    start = 2 if kind == "50" else None
    options = {"vocab_size": 100, "scale_embedding": True, "decoder_start_token_id": start}
    model = written(path, "MBartForConditionalGeneration", **hub.SIZES, **options)
    code = mbart_tokenizer(kind).convert_tokens_to_ids("ro_RO")
    return model, rows_of(100) if kind == "50" else rows_of(100, (1, code, 2, 3, 0))


def m2m(path: Path) -> tuple[Any, list[int]]:
    model = sentence_pieces()
    (path / "sentencepiece.bpe.model").write_bytes(model)
    ids = {piece: index for index, piece in enumerate([*hub.SPECIAL, *piece_names(model)[3:]])}
    (path / "vocab.json").write_text(json.dumps(ids))
    (path / "tokenizer_config.json").write_text('{"tokenizer_class": "M2M100Tokenizer"}')
    return _many(path, 200)


def nllb(path: Path) -> tuple[Any, list[int]]:
    backend = tokenizers.Tokenizer(models.BPE(unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    trainer = trainers.BpeTrainer(vocab_size=60, special_tokens=[*hub.SPECIAL], show_progress=False)
    backend.train_from_iterator(["the cat sat on the mat", "a dog and a cat"] * 9, trainer)
    learned = json.loads(backend.to_str())["model"]
    transformers.NllbTokenizer(
        vocab=learned["vocab"],
        merges=[tuple(merge) for merge in learned["merges"]],
        extra_special_tokens=["eng_Latn", "fra_Latn", "zho_Hans"],
        src_lang="eng_Latn",
    ).save_pretrained(path)
    return _many(path, 4)


def _many(path: Path, more: int) -> tuple[Any, list[int]]:
    known = transformers.AutoTokenizer.from_pretrained(path).get_vocab()
    size = max(known.values()) + more
    kind = written(path, "M2M100ForConditionalGeneration", vocab_size=size, **hub.SIZES)
    return kind, rows_of(size)


@dataclass(frozen=True)
class Case:
    """A folder, and the same model twice."""

    name: str
    folder: Path
    pair: hub.Pair


CASES: dict[str, Callable[..., tuple[Any, list[int]]]] = {
    "bart": lambda path, opus: bart(path, whole=True),
    "bart, two files": lambda path, opus: bart(path, whole=False),
    "t5": lambda path, opus: t5(path, feed_forward_proj="relu"),
    "t5 1.1": lambda path, opus: t5(
        path, feed_forward_proj="gated-gelu", tie_word_embeddings=False
    ),
    "marian": lambda path, opus: marian(path, opus=opus, binary=False),
    "marian, torch": lambda path, opus: marian(path, opus=opus, binary=True),
    **{
        f"mbart {kind}{', whole' * whole}": (
            lambda path, opus, kind=kind, whole=whole: mbart(path, kind=kind, whole=whole)
        )
        for kind in MBARTS
        for whole in (False, True)
    },
    "m2m": lambda path, opus: m2m(path),
    "nllb": lambda path, opus: nllb(path),
}
SAID = {"mbart": MBART, "m2m": M2M, "nllb": NLLB}


def said_of(name: str) -> dict[str, str]:
    return SAID.get(name.split(maxsplit=1)[0], {})


def made_case(name: str, path: Path, shared: Path) -> Case:
    folder = path / "folder"
    folder.mkdir(parents=True)
    kind, rows = CASES[name](folder, shared / "models" / "opus-mt-en-mg")
    return Case(name, folder, hub.both(kind, folder, path / "ours", rows, said_of(name)))


@pytest.fixture(scope="module", params=CASES)
def case(request, shared_dir: Path, tmp_path_factory) -> Case:
    return made_case(request.param, tmp_path_factory.mktemp("case"), shared_dir)


@pytest.fixture(scope="module")
def kept(shared_dir: Path, tmp_path_factory) -> Callable[[str], Case]:
    made: dict[str, Case] = {}

    def get(name: str) -> Case:
        if name not in made:
            made[name] = made_case(name, tmp_path_factory.mktemp("kept"), shared_dir)
        return made[name]

    return get


def copy_of(folder: Path, path: Path) -> Path:
    return shutil.copytree(folder, path / "copy")


def original_of(case: Case) -> Any:
    """The original's tokenizer, where it can be made of the folder."""
    family = case.name.split()[0]
    if family == "mbart":
        return mbart_tokenizer("50" if "50" in case.name else "25")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends another package
        if family.startswith("marian"):
            return transformers.MarianTokenizer.from_pretrained(case.folder)
        said = {"src_lang": said_of(case.name)["src-lang"]}
        return transformers.AutoTokenizer.from_pretrained(case.folder, **said)


def test_passes_and_translations_are_equal(case: Case):
    is_marian, is_t5 = case.name.startswith("marian"), case.name.startswith("t5")
    texts = ENGLISH if is_marian else [*hub.TEXTS, "Größe: 12", "我有一只猫", "to German: the dog"]
    words = STATION if is_marian else WORDS
    hub.assert_same_model(
        case.pair, hub.with_random_texts(texts, words), longest=30 if is_t5 else 12
    )


def test_sentences_are_cut_and_coded_as_by_the_original(case: Case):
    pair = case.pair
    if case.name.startswith("bart"):
        ids = [pair.src_rows[i] for i in pair.ours.prepared("the cat").ids]
        assert (ids[0], ids[-1]) == (0, 2)
    elif not case.name.startswith("t5"):
        original = original_of(case)
        hub.assert_equal_cuts(
            pair, original, ENGLISH if case.name.startswith("marian") else hub.TEXTS
        )
        code = {"mbart": "ro_RO", "m2m": "__zh__", "nllb": "zho_Hans"}.get(case.name.split()[0])
        first = pair.ours.tgt_tokenizer.prefix[:1]
        assert len(first) == (code is not None and "25" not in case.name)
        if code is not None:
            start = first[0] if first else 1
            assert pair.tgt_rows[start] == original.convert_tokens_to_ids(code)


# ------------------------------------------------------------------------------------- test marian


@pytest.mark.parametrize("name", ["marian", "marian, torch"])
def test_sinusoids_that_a_file_holds_are_computed_and_other_tables_kept(
    kept, name: str, tmp_path: Path
):
    case = kept(name)
    stored = "model.encoder.embed_positions.weight" in recognise(case.folder).file.shapes
    assert stored == (name == "marian, torch")
    assert case.pair.ours.config.positions == "sinusoidal"
    path = copy_of(case.folder, tmp_path)
    theirs = transformers.MarianMTModel.from_pretrained(case.folder, attn_implementation="eager")
    noise = torch.Generator().manual_seed(1)
    for stack in (theirs.model.encoder, theirs.model.decoder):
        table = stack.embed_positions.weight
        table.data += torch.randn(table.shape, generator=noise) * 0.1
    (path / "model.safetensors").unlink(missing_ok=True)
    torch.save(theirs.state_dict(), path / "pytorch_model.bin")
    rows = marian_rows(path)
    other = hub.Pair(hub.imported(path, tmp_path / "out"), theirs.eval(), rows, rows)
    assert other.ours.config.positions == "given"
    hub.assert_equal_passes(other, 5)


def test_the_code_of_a_target_language_is_one_piece(kept, tmp_path: Path):
    path = copy_of(kept("marian").folder, tmp_path)
    ids = json.loads((path / "vocab.json").read_text())
    taken = next(piece for piece, index in ids.items() if index == 50_000)
    ids = {">>fra<<" if piece == taken else piece: index for piece, index in ids.items()}
    (path / "vocab.json").write_text(json.dumps(ids))
    rows, ours = marian_rows(path), hub.imported(path, tmp_path / "out")
    original = original_of(Case("marian", path, kept("marian").pair))
    for text in (
        *(">>fra<< I have a cat.", ">>fra<<I have a cat.", ">>xyz<< I have a cat."),
        *(">> I have a cat.", "I have >>fra<< a cat.", ">>fra<< >>fra<< a"),
    ):
        assert [rows[i] for i in ours.prepared(text).ids] == original(text).input_ids, text
    source = ours.prepared(">>fra<< I have a cat.")
    assert source.tokens[0] == ">>fra<<" and source.ids[0] in ours.src_tokenizer.encode(text).ids
    assert not source.unknown
    assert ours.prepared(">>xyz<< cat").unknown == (">>xyz<<",)


# -------------------------------------------------------------------------------------- test mbart


@pytest.fixture(params=["mbart 25", "mbart 25, whole", "mbart 50", "mbart 50, whole"])
def mbart_folder(request, kept, tmp_path: Path) -> tuple[str, Path]:
    return request.param[6:8], copy_of(kept(request.param).folder, tmp_path)


def test_languages_are_told_by_files_or_asked_for(mbart_folder: tuple[str, Path]):
    kind, folder = mbart_folder
    recognised = recognise(folder, {"src-lang": "ro_RO", "tgt-lang": "ro_RO"})
    source = recognised.src_tokenizer
    around, first = [*source.prefix, *source.suffix], recognised.tgt_tokenizer.prefix
    assert (around[-1] == 1) if kind == "25" else (around[0] == first[0])
    place = "after" if kind == "25" else "before"
    hub.changed(folder, "tokenizer_config.json", src_lang="de_DE", tgt_lang="fr_XX")
    told = [(q.answer, q.told) for q in recognise(folder).questions]
    assert told == [("de_DE", True), ("fr_XX", True), (place, True)]
    codes = {"additional_special_tokens": ["en_XX", "ro_RO"]}
    (folder / "tokenizer_config.json").write_text(json.dumps(codes))
    assert [q.name for q in recognise(folder).questions if q.open][-1] == "src-code"
    for place, sizes in (("before", (1, 1)), ("after", (0, 2))):
        source = recognise(folder, {**MBART, "src-code": place}).src_tokenizer
        assert (len(source.prefix), len(source.suffix)) == sizes


def test_what_does_not_fit_mbart_is_one_sentence(kept, tmp_path: Path):
    folder = copy_of(kept("mbart 25").folder, tmp_path)
    said = hub.refused(folder, {**MBART, "src-lang": "en"})
    assert said.startswith("src-lang ('en') must be one of ") and "ar_AR, " in said
    weights = (folder / "model.safetensors").read_bytes()
    for name in ("model.encoder.layernorm_embedding.weight", "model.shared.weight"):
        hub.with_tensors(folder, name)
        assert hub.refused(folder, MBART) == f"The mBART model has no tensor {name}."
        (folder / "model.safetensors").write_bytes(weights)
    hub.changed(folder, max_position_embeddings=65)
    assert "the shape 64 × 16, but the configuration says 65" in hub.refused(folder, MBART)


# ---------------------------------------------------------------------------------------- test m2m


@pytest.fixture
def m2m_folder(kept, tmp_path: Path) -> Path:
    return copy_of(kept("m2m").folder, tmp_path)


def test_the_old_way_of_nllb_has_the_code_after_the_sentence(kept, tmp_path: Path):
    folder = copy_of(kept("nllb").folder, tmp_path)
    hub.changed(folder, "tokenizer_config.json", legacy_behaviour=True)
    original = transformers.NllbTokenizer.from_pretrained(folder)
    recognised = recognise(folder, NLLB)
    tokenizer = recognised.src_tokenizer
    ids = (*tokenizer.prefix, *tokenizer.encode("the cat").ids, *tokenizer.suffix)
    assert [rows_of(100)[i] for i in ids] == original("the cat").input_ids
    assert len(tokenizer.suffix) == 2 and len(recognised.tgt_tokenizer.prefix) == 1


def test_languages_are_asked_for_where_no_file_tells_them(m2m_folder: Path):
    questions = recognise(m2m_folder).questions
    expected = [("src-lang", True), ("tgt-lang", True), ("src-code", False)]
    assert [(q.name, q.open) for q in questions] == expected
    assert "zu" in questions[0].choices
    asked = "does not state src-lang, tgt-lang: give each as --src-lang"
    assert asked in hub.refused(m2m_folder)
    unknown = hub.refused(m2m_folder, {"src-lang": "en", "tgt-lang": "tlh"})
    assert unknown.startswith("tgt-lang ('tlh') must be one of af, am, ")
    ids = json.loads((m2m_folder / "vocab.json").read_text())
    hub.changed(m2m_folder, "generation_config.json", forced_bos_token_id=len(ids))
    target = recognise(m2m_folder, {"src-lang": "en"}).questions[1]
    assert (target.answer, target.told) == ("af", True)


ADDED = {"30": {"content": "__xx__"}, "31": {"content": "__yy__"}}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("special_tokens_map.json", {"additional_special_tokens": ["__xx__", "__yy__"]}),
        ("tokenizer_config.json", {"extra_special_tokens": [{"content": "__xx__"}, "__yy__"]}),
        ("added_tokens.json", {"__xx__": 30, "__yy__": 31}),
        ("tokenizer_config.json", {"added_tokens_decoder": ADDED}),
    ],
)
def test_codes_are_those_that_the_files_name(m2m_folder: Path, name: str, content: dict):
    (m2m_folder / "tokenizer_config.json").unlink()
    ids = json.loads((m2m_folder / "vocab.json").read_text())
    for index in range(len(ids), 30 if "30" in str(content) or 30 in content.values() else 0):
        ids[f"more {index}"] = index
    (m2m_folder / "vocab.json").write_text(json.dumps(ids))
    (m2m_folder / name).write_text(json.dumps(content))
    said = {"src-lang": "xx", "tgt-lang": "yy", "src-code": "before"}
    recognised = recognise(m2m_folder, said)
    assert recognised.questions[0].choices == ("xx", "yy")
    sides = (recognised.src_tokenizer, recognised.tgt_tokenizer)
    assert [rows_of(300)[side.prefix[0]] for side in sides] == [len(ids), len(ids) + 1]


def test_stored_sinusoids_are_left_out_and_other_tables_are_kept(m2m_folder: Path):
    usual = sinusoidal_table(66, 16, layout="halves", closed=True)
    names = [f"model.{stack}.embed_positions.weights" for stack in ("encoder", "decoder")]
    hub.with_tensors(m2m_folder, **{name: usual.clone() for name in names})
    same = hub.imported(m2m_folder, m2m_folder / "same.out", M2M)
    assert same.config.positions == "sinusoidal"
    others = {name: usual + 1e-5 * (place + 1) for place, name in enumerate(names)}
    hub.with_tensors(m2m_folder, **others)
    network = hub.imported(m2m_folder, m2m_folder / "other.out", M2M).network
    for name, embedding in zip(names, (network.src_embedding, network.tgt_embedding), strict=True):
        assert torch.equal(embedding.positions.table, others[name][2:])


ODD = {"d_model": 15, "encoder_attention_heads": 3, "decoder_attention_heads": 3}


@every(
    ("change", "said"),
    [
        *(
            (name, f"The M2M-100 model has no tensor {name}.")
            for name in (
                *("model.shared.weight", "model.decoder.layer_norm.bias"),
                "model.encoder.layers.1.fc1.bias",
            )
        ),
        ({"d_model": 32}, "but the configuration says"),
        ({"encoder_ffn_dim": 24, "decoder_ffn_dim": 24}, "but the configuration says"),
        (ODD, "d_model (15) must be even"),
        (None, "has no language codes"),
    ],
)
def test_what_does_not_fit_m2m_is_one_sentence(kept, m2m_folder: Path, change, said: str):
    """A tensor is missing, a size is another, or no file has codes."""
    shutil.copytree(kept("m2m").folder, m2m_folder, dirs_exist_ok=True)
    if isinstance(change, str):
        hub.with_tensors(m2m_folder, change)
        assert change not in load_file(m2m_folder / "model.safetensors")
    elif change is None:
        (m2m_folder / "tokenizer_config.json").unlink()
    else:
        hub.changed(m2m_folder, **change)
    assert said in hub.refused(m2m_folder, None if change is None else M2M)
