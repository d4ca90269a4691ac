"""Small models that CTranslate2's own converter has rounded, against transformers and itself."""

import json
import shutil
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
import tokenizers
import torch
from tokenizers import models
from torch import Tensor

from model.checkpoint.file import load_checkpoint
from model.checkpoint.importing import import_steps, recognise
from model.decoding.greedy import greedy_steps, read_source, read_target
from model.special_tokens import BOS_ID, EOS_ID
from tests.model.checkpoint.readers import hub
from tests.model.checkpoint.readers.small_t5 import DEEPER
from tests.model.text.small_pieces import byte_pairs, piece_names, sentence_pieces

ctranslate2 = pytest.importorskip("ctranslate2")
transformers = pytest.importorskip("transformers")

KINDS = ("float32", "float16", "bfloat16", "int16", "int8", "int8_float16")


def written_pieces(path: Path, **ids: int) -> list[str]:
    path.write_bytes(sentence_pieces(**ids))
    return piece_names(path.read_bytes())


def name_pieces(path: Path, pieces: Sequence[str]) -> None:
    """What the converter asks a tokenizer for: names and ids."""
    ids = {piece: index for index, piece in enumerate(pieces)}
    backend = tokenizers.Tokenizer(models.WordLevel(ids, unk_token="<unk>"))
    special = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    start = {"bos_token": "<s>"} if "<s>" in ids else {}
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=backend, **special, **start)
    fast.save_pretrained(path)


def marian(path: Path) -> Any:
    pieces = written_pieces(path / "source.spm", eos_id=0, unk_id=1, bos_id=-1)
    shutil.copy(path / "source.spm", path / "target.spm")
    ids = {piece: index for index, piece in enumerate([*pieces, "<pad>"])}
    (path / "vocab.json").write_text(json.dumps(ids))
    (path / "tokenizer_config.json").write_text('{"source_lang": "en", "target_lang": "de"}')
    pad = len(pieces)
    config = transformers.MarianConfig(
        **hub.SIZES,
        vocab_size=pad + 1,
        pad_token_id=pad,
        eos_token_id=0,
        decoder_start_token_id=pad,
        activation_function="swish",
        scale_embedding=True,
    )
    model = hub.stirred(transformers.MarianMTModel(config))
    with torch.no_grad():
        model.model.shared.weight[pad] = 0  # as in all of them: it is what decoding starts from
        model.final_logits_bias.copy_(torch.linspace(-1, 1, pad + 1))
    return model


def bart(path: Path) -> Any:
    backend = byte_pairs(300, special=hub.SPECIAL)
    names = dict(
        zip(("bos_token", "pad_token", "eos_token", "unk_token"), hub.SPECIAL, strict=True)
    )
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=backend, **names)
    fast.save_pretrained(path)
    config = transformers.BartConfig(**hub.SIZES, vocab_size=backend.get_vocab_size())
    config.normalize_before = False
    return hub.stirred(transformers.BartForConditionalGeneration(config))


def t5(path: Path, **switches: Any) -> Any:
    pieces = written_pieces(path / "spiece.model", pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    name_pieces(path, pieces)
    config = transformers.T5Config(**DEEPER, **switches)
    return hub.stirred(transformers.T5ForConditionalGeneration(config))


def m2m(path: Path) -> Any:
    model = path / "sentencepiece.bpe.model"
    pieces = written_pieces(model, bos_id=0, pad_id=1, eos_id=2, unk_id=3)
    name_pieces(path, pieces)
    config = transformers.M2M100Config(**hub.SIZES, vocab_size=len(pieces), scale_embedding=True)
    return hub.stirred(transformers.M2M100ForConditionalGeneration(config))


def gated_t5(path: Path) -> Any:
    return t5(path, feed_forward_proj="gated-gelu", tie_word_embeddings=False)


FAMILIES: dict[str, tuple[Callable[[Path], Any], tuple[str, ...], str]] = {
    "marian": (marian, ("source.spm", "target.spm"), "end"),
    "bart": (bart, ("tokenizer.json",), "both"),
    "m2m": (m2m, ("sentencepiece.bpe.model",), "end"),
    "t5": (t5, ("spiece.model",), "end"),
    "gated t5": (gated_t5, ("spiece.model",), "end"),
}


@dataclass(frozen=True)
class Converted:
    """One model three times: of CTranslate2, and as a pair of ours and of the original."""

    theirs: Any
    pair: hub.Pair


CASES = [
    *(("marian", kind) for kind in KINDS),
    *((family, "int8") for family in ("bart", "m2m", "t5", "gated t5")),
    *((family, "float32") for family in ("bart", "t5")),
]


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def converted(request, tmp_path_factory) -> Converted:
    family, rounding = request.param
    path = tmp_path_factory.mktemp("hub")
    torch.manual_seed(0)
    FAMILIES[family][0](path).save_pretrained(path)
    _, files, ends = FAMILIES[family]
    out = tmp_path_factory.mktemp("converted") / "model"
    converter = ctranslate2.converters.TransformersConverter(str(path), copy_files=list(files))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tokenizer recommends another package
        converter.convert(str(out), quantization=rounding)
    checkpoint = out.parent / "ours.safetensors"
    for _ in import_steps(recognise(out, {"source-ends": ends}), checkpoint):
        pass
    kind = transformers.AutoModelForSeq2SeqLM
    original = kind.from_pretrained(path, attn_implementation="eager").eval()
    if original.config.model_type == "t5":
        original.config.scale_decoder_outputs = True  # the converter takes it for granted
    rounded(original, rounding)
    theirs = ctranslate2.Translator(str(out), compute_type="float32")
    rows = foreign_ids(original.config)
    return Converted(theirs, hub.Pair(load_checkpoint(checkpoint), original, rows, rows))


def rounded(model: Any, kind: str) -> None:
    """Every number as the converter has stored it, computed here from what it documents."""
    whole = kind.partition("_")[0] if kind.startswith("int") else None
    rest = {"int8_float16": "float16"}.get(kind, kind)
    matrices = [weight for group in packed(model) for weight in group]
    with torch.no_grad():
        if whole:
            for group in packed(model):
                in_integers(group, bits=16 if whole == "int16" else 8)
        for parameter in [*model.parameters(), *model.buffers()]:
            stays = whole and any(parameter is weight for weight in matrices)
            if rest in {"float16", "bfloat16"} and parameter.is_floating_point() and not stays:
                parameter.copy_(parameter.to(getattr(torch, rest)).to(parameter.dtype))


def in_integers(weights: Sequence[Tensor], *, bits: int) -> None:
    if bits == 8:
        for weight in weights:
            largest = weight.abs().amax(1, keepdim=True)
            scale = 127 / torch.where(largest == 0, 127.0, largest)
            weight.copy_((weight * scale).round() / scale)
        return
    scale = 2**10 / max(float(weight.abs().max()) for weight in weights)
    for weight in weights:
        weight.copy_((weight * scale).round() / scale)


def packed(model: Any) -> Iterator[list[Tensor]]:
    """Matrices that are stored as one."""
    tables: set[int] = set()
    for name, module in model.named_modules():
        parts = [getattr(module, f"{letter}_proj", None) for letter in "qkv"]
        if parts[0] is None:
            parts = [getattr(module, letter, None) for letter in "qkv"]
        if all(isinstance(part, torch.nn.Linear) for part in parts):
            query, key, value = (part.weight for part in parts)
            crossed = name.endswith(("encoder_attn", "EncDecAttention"))
            yield from ([query], [key, value]) if crossed else ([query, key, value],)
        elif isinstance(module, torch.nn.Linear | torch.nn.Embedding):
            alone = name.rpartition(".")[2] not in {
                *("q_proj", "k_proj", "v_proj", "q", "k", "v"),
                *("embed_positions", "relative_attention_bias"),
            }
            if alone and id(module.weight) not in tables:
                tables.add(id(module.weight))
                yield [module.weight]


def foreign_ids(config: Any) -> list[int]:
    first = (config.pad_token_id, config.decoder_start_token_id, config.eos_token_id)
    unknown = {"marian": 1, "bart": 3, "m2m_100": 3, "t5": 2}[config.model_type]
    taken = {config.pad_token_id, config.eos_token_id, unknown}
    return [*first, unknown, *(i for i in range(config.vocab_size) if i not in taken)]


def cases(converted: Converted) -> list[tuple[list[int], list[int]]]:
    rows = len(converted.pair.tgt_rows)
    return list(zip(hub.sources(20, rows=rows), hub.sources(20, rows=rows, seed=1), strict=True))


def pieces(converted: Converted, ids: Sequence[int]) -> list[str]:
    config = converted.pair.theirs.config
    start = "<pad>" if config.decoder_start_token_id == config.pad_token_id else "</s>"
    names = ["<pad>", start, "</s>", "<unk>", *converted.pair.ours.tgt_tokenizer.pieces[4:]]
    return [names[i] for i in ids]


def test_passes_are_those_of_the_rounded_original(converted: Converted):
    """Logits and every weight, alone and with padding beside them."""
    for src, tgt in cases(converted):
        hub.assert_equal_pass(converted.pair, src, tgt[:-1])
    fed = [(src, [BOS_ID, *tgt[:-1]]) for src, tgt in cases(converted)]
    hub.assert_equal_batch(converted.pair, fed)


def test_scores_and_greedy_translations_are_those_of_ctranslate2(converted: Converted):
    pair = converted.pair
    for src, tgt in cases(converted):
        source = [pieces(converted, src)]
        (result,) = converted.theirs.score_batch(source, [pieces(converted, tgt[:-1])])
        reading = read_source(pair.ours, hub.source_of(pair, src))
        found = read_target(pair.ours, reading, (BOS_ID, *tgt[:-1])).logits
        found[:, [i for i in pair.ours.config.forbidden if i == BOS_ID]] = -torch.inf
        expected = found.log_softmax(-1)[range(len(tgt)), tgt]
        np.testing.assert_allclose(expected.numpy(), result.log_probs, atol=1e-4)
        (result,) = converted.theirs.translate_batch(
            source, beam_size=1, min_decoding_length=0, max_decoding_length=12
        )
        ids = [step.token_id for step in greedy_steps(pair.ours, reading, max_steps=12)]
        assert pieces(converted, [i for i in ids if i != EOS_ID]) == result.hypotheses[0]


@pytest.fixture(scope="module")
def first_mbart(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("mbart")
    torch.manual_seed(0)
    model = path / "sentencepiece.bpe.model"
    pieces = written_pieces(model, bos_id=0, pad_id=1, eos_id=2, unk_id=3)
    names = [*pieces, "ar_AR", "de_DE", "en_XX"]
    name_pieces(path, names)
    sizes = {**hub.SIZES, "encoder_layers": 3, "decoder_layers": 2}
    config = transformers.MBartConfig(**sizes, vocab_size=len(names))
    config.normalize_before = config.normalize_embedding = True  # what the converter asks for
    hub.stirred(transformers.MBartForConditionalGeneration(config)).save_pretrained(path)
    out = path / "out"
    cut = ["sentencepiece.bpe.model"]
    ctranslate2.converters.TransformersConverter(str(path), copy_files=cut).convert(str(out))
    return out


def test_the_first_mbart_has_its_code_after_the_source(first_mbart: Path, tmp_path: Path):
    """What its target starts with is a code, too: only one of the target's is needed."""
    said = {"start-token": "de_DE", "src-lang": "en_XX", "source-ends": "end"}
    found = recognise(first_mbart, said)
    assert {q.name: q.answer for q in found.questions if q.told}["src-code"] == "after"
    assert "tgt-lang" not in {q.name for q in found.questions}
    for _ in import_steps(found, tmp_path / "ours.safetensors"):
        pass
    ours = load_checkpoint(tmp_path / "ours.safetensors")
    source = ours.prepared("the cat sat")
    assert source.tokens[-2:] == ("</s>", "en_XX")
    theirs = ctranslate2.Translator(str(first_mbart), compute_type="float32")
    cutter = sentencepiece.SentencePieceProcessor(
        model_file=str(first_mbart / "sentencepiece.bpe.model")
    )
    (result,) = theirs.translate_batch(
        [[*cutter.encode("the cat sat", out_type=str), "</s>", "en_XX"]],
        target_prefix=[["de_DE"]],
        beam_size=1,
        max_decoding_length=12,
    )
    reading = read_source(ours, source)
    ids = [step.token_id for step in greedy_steps(ours, reading, max_steps=11)]
    named = {BOS_ID: "de_DE"}  # it is what we call <s>
    shown = [named.get(i, ours.tgt_tokenizer.pieces[i]) for i in ids if i != EOS_ID]
    assert ["de_DE", *shown] == result.hypotheses[0]
