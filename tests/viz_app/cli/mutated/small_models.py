"""A very small model of every family, whole: weights, configuration, tokenizer files."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from tests.model.checkpoint.readers import (
    seq2seq,
    test_ctranslate2_file,
    test_own_transformer,
    test_toolkits,
)
from tests.model.checkpoint.readers.hub import SPECIAL
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.model.text.small_pieces import byte_pairs, piece_names, sentence_pieces

Answers = Mapping[str, str]
Made = tuple[Path, Answers]
"""What is to be imported, and what must be said of it."""

WIDTH, HIDDEN = 8, 12
_BART_SIZES = {
    "d_model": WIDTH,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": HIDDEN,
    "decoder_ffn_dim": HIDDEN,
    "max_position_embeddings": 20,
}
_SAID = {"src-lang": "en_XX", "tgt-lang": "ro_RO"}


def _tensors(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Tensor]:
    noise = torch.Generator().manual_seed(0)
    return {name: torch.randn(shape, generator=noise) for name, shape in shapes.items()}


def _linear(name: str, out: int, width: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield f"{name}.weight", (out, width)
    yield f"{name}.bias", (out,)


def _norm(name: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield f"{name}.weight", (WIDTH,)
    yield f"{name}.bias", (WIDTH,)


def _bart_shapes(
    rows: int, *, norms: tuple[str, ...], positions: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """``norms``: around the layers; ``positions``: rows of their tables, if there are any."""
    yield "model.shared.weight", (rows, WIDTH)
    yield "final_logits_bias", (1, rows)
    for stack, attentions in (
        ("encoder", ("self_attn",)),
        ("decoder", ("self_attn", "encoder_attn")),
    ):
        for norm in norms:
            yield from _norm(f"model.{stack}.{norm}")
        if positions:
            yield f"model.{stack}.embed_positions.weight", (positions, WIDTH)
        for layer in range(2):
            place = f"model.{stack}.layers.{layer}."
            for name in attentions:
                for part in "qkv":
                    yield from _linear(f"{place}{name}.{part}_proj", WIDTH, WIDTH)
                yield from _linear(f"{place}{name}.out_proj", WIDTH, WIDTH)
                yield from _norm(f"{place}{name}_layer_norm")
            yield from _linear(f"{place}fc1", HIDDEN, WIDTH)
            yield from _linear(f"{place}fc2", WIDTH, HIDDEN)
            yield from _norm(f"{place}final_layer_norm")


def _configured(path: Path, model_type: str, **config: Any) -> None:
    (path / "config.json").write_text(json.dumps({"model_type": model_type, **config}))


def _byte_level(path: Path, *, whole: bool) -> int:
    """A tokenizer in one file or in two, and how many pieces it has."""
    backend = byte_pairs(special=SPECIAL)
    if whole:
        backend.save(str(path / "tokenizer.json"))
    else:
        backend.model.save(str(path))
    return backend.get_vocab_size()


def marian(path: Path) -> Made:
    """Two SentencePiece models, one vocabulary; weights as torch.save writes them."""
    model = sentence_pieces(eos_id=0, unk_id=1, bos_id=-1)
    for name in ("source.spm", "target.spm"):
        (path / name).write_bytes(model)
    pieces = piece_names(model)
    pad = len(pieces)
    ids = {piece: index for index, piece in enumerate([*pieces, "<pad>"])}
    (path / "vocab.json").write_text(json.dumps(ids))
    special = {"pad_token_id": pad, "eos_token_id": 0, "decoder_start_token_id": pad}
    _configured(path, "marian", **_BART_SIZES, **special, vocab_size=pad + 1, bad_words_ids=[[pad]])
    tensors = _tensors(dict(_bart_shapes(pad + 1, norms=(), positions=0)))
    torch.save(tensors, path / "pytorch_model.bin")
    return path, {}


def bart(path: Path) -> Made:
    """Byte-level pieces in two files, weights in two as well."""
    rows = _byte_level(path, whole=False)
    _configured(path, "bart", **_BART_SIZES, vocab_size=rows, activation_function="gelu")
    tensors = _tensors(dict(_bart_shapes(rows, norms=("layernorm_embedding",), positions=22)))
    names, half = [*tensors], len(tensors) // 2
    files = {"model-1.safetensors": names[:half], "model-2.safetensors": names[half:]}
    for file, own in files.items():
        save_file({name: tensors[name] for name in own}, path / file)
    weight_map = {name: file for file, own in files.items() for name in own}
    index = {"metadata": {"total_size": 1}, "weight_map": weight_map}
    (path / "model.safetensors.index.json").write_text(json.dumps(index))
    return path, {}


def mbart(path: Path) -> Made:
    """A SentencePiece model, numbered as fairseq does; the codes are the usual ones."""
    (path / "sentencepiece.bpe.model").write_bytes(sentence_pieces())
    told = {"tokenizer_class": "MBartTokenizer", "additional_special_tokens": ["en_XX", "ro_RO"]}
    (path / "tokenizer_config.json").write_text(json.dumps(told))
    _configured(path, "mbart", **_BART_SIZES, vocab_size=60, scale_embedding=True)
    norms = ("layernorm_embedding", "layer_norm")
    tensors = _tensors(dict(_bart_shapes(60, norms=norms, positions=22)))
    save_file(tensors, path / "model.safetensors")
    return path, _SAID


def m2m100(path: Path) -> Made:
    """A SentencePiece model and a vocabulary, codes as added tokens."""
    model = sentence_pieces()
    (path / "sentencepiece.bpe.model").write_bytes(model)
    ids = {piece: index for index, piece in enumerate([*SPECIAL, *piece_names(model)[3:]])}
    (path / "vocab.json").write_text(json.dumps(ids))
    added = {str(len(ids) + i): {"content": code} for i, code in enumerate(["__en__", "__zh__"])}
    told = {"tokenizer_class": "M2M100Tokenizer", "added_tokens_decoder": added}
    (path / "tokenizer_config.json").write_text(json.dumps(told))
    _configured(path, "m2m_100", **_BART_SIZES, vocab_size=60)
    save_file(
        _tensors(dict(_bart_shapes(60, norms=("layer_norm",), positions=0))),
        path / "model.safetensors",
    )
    return path, {"src-lang": "en", "tgt-lang": "zh"}


def t5(path: Path) -> Made:
    """A SentencePiece model; weights as safetensors."""
    return t5_folder(path), {}


def gpt2(path: Path) -> Made:
    """A tokenizer in one file."""
    rows = _byte_level(path, whole=True)
    sizes = {"n_embd": WIDTH, "n_layer": 2, "n_head": 2, "n_positions": 20}
    special = {"bos_token_id": 0, "eos_token_id": 0}
    _configured(path, "gpt2", **sizes, **special, vocab_size=rows, resid_pdrop=0.1)
    shapes: dict[str, tuple[int, ...]] = {
        "transformer.wte.weight": (rows, WIDTH),
        "transformer.wpe.weight": (20, WIDTH),
        **dict(_norm("transformer.ln_f")),
    }
    for layer in range(2):
        place = f"transformer.h.{layer}."
        for name, size in (("ln_1", WIDTH), ("ln_2", WIDTH)):
            shapes |= {f"{place}{name}.{part}": (size,) for part in ("weight", "bias")}
        for name, wide, out in (
            ("attn.c_attn", WIDTH, 3 * WIDTH),
            ("attn.c_proj", WIDTH, WIDTH),
            ("mlp.c_fc", WIDTH, 4 * WIDTH),
            ("mlp.c_proj", 4 * WIDTH, WIDTH),
        ):
            shapes |= {f"{place}{name}.weight": (wide, out), f"{place}{name}.bias": (out,)}
    save_file(_tensors(shapes), path / "model.safetensors")
    return path, {}


def bert(path: Path) -> Made:
    """A list of pieces; weights as torch.save writes them."""
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words += ["the", "cat", "sat", "on", "a", "mat", "dog", "##s", "and", ".", "猫"]
    (path / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    (path / "tokenizer_config.json").write_text('{"do_lower_case": true}')
    sizes = {"hidden_size": WIDTH, "num_hidden_layers": 2, "num_attention_heads": 2}
    sizes |= {"intermediate_size": HIDDEN, "max_position_embeddings": 20}
    _configured(path, "bert", **sizes, vocab_size=len(words), hidden_act="gelu")
    place, head = "bert.embeddings.", "cls.predictions."
    shapes = {f"{place}word_embeddings.weight": (len(words), WIDTH), f"{head}bias": (len(words),)}
    shapes |= {f"{place}position_embeddings.weight": (20, WIDTH)}
    shapes |= {f"{place}token_type_embeddings.weight": (2, WIDTH)}
    shapes |= dict(_norm(f"{place}LayerNorm")) | dict(_norm(f"{head}transform.LayerNorm"))
    shapes |= dict(_linear(f"{head}transform.dense", WIDTH, WIDTH))
    for layer in range(2):
        own = f"bert.encoder.layer.{layer}."
        for part in ("query", "key", "value"):
            shapes |= dict(_linear(f"{own}attention.self.{part}", WIDTH, WIDTH))
        shapes |= dict(_linear(f"{own}attention.output.dense", WIDTH, WIDTH))
        shapes |= dict(_linear(f"{own}intermediate.dense", HIDDEN, WIDTH))
        shapes |= dict(_linear(f"{own}output.dense", WIDTH, HIDDEN))
        shapes |= dict(_norm(f"{own}attention.output.LayerNorm"))
        shapes |= dict(_norm(f"{own}output.LayerNorm"))
    torch.save(_tensors(shapes), path / "pytorch_model.bin")
    return path, {}


def ctranslate2(path: Path) -> Made:
    """Of today's version, with names that stand for others."""
    file = test_ctranslate2_file
    (path / "shared_vocabulary.json").write_text(json.dumps(file.PIECES))
    (path / "config.json").write_text(json.dumps({"unk_token": "<unk>"}))
    (path / "model.bin").write_bytes(file.written(file.network(), file.ALIASES))
    return path, {}


def old_ctranslate2(path: Path) -> Made:
    """Of version 2: OpenNMT-tf's names, integers of thousandths, lists of words."""
    file = test_ctranslate2_file
    variables = file.network()
    table = variables["decoder/embeddings/weight"]
    variables |= {"encoder/embeddings/weight": table, "decoder/projection/weight": table}
    variables = {file.first_name(name): value for name, value in variables.items()}
    (path / "model.bin").write_bytes(file.old_file(variables, version=2, whole=True))
    for side in ("source", "target"):
        (path / f"{side}_vocabulary.txt").write_text("\n".join(file.PIECES) + "\n")
    return path, {}


def fairseq(path: Path) -> Made:
    """With codes of BPE beside it."""
    test_toolkits.fairseq_translation(path)
    (path / "bpecodes").write_text("#version: 0.2\nw 1\nw1 2</w>\n")
    return path / test_toolkits.FAIRSEQ, {}


def opennmt_py(path: Path) -> Made:
    """Options and vocabularies are in the file."""
    test_toolkits.opennmt_py(path, **test_toolkits.ONMT["2"])
    return path / test_toolkits.OPENNMT_PY, {}


def joeynmt(path: Path) -> Made:
    """Options and vocabularies lie beside it."""
    test_toolkits.joeynmt(path, **test_toolkits.JOEY["pre"])
    return path / test_toolkits.JOEYNMT, {}


def torch_transformer(path: Path) -> Made:
    """Of somebody's own loop."""
    said = seq2seq.answered(path)
    return seq2seq.saved(seq2seq.seq2seq(), path), said


def annotated(path: Path) -> Made:
    """As in the tutorial."""
    tutorial = test_own_transformer.ANNOTATED
    said = test_own_transformer.answers(path, tutorial)
    return test_own_transformer.saved(path, tutorial), said


MODELS: Mapping[str, Callable[[Path], Made]] = {
    make.__name__: make
    for make in (
        *(marian, bart, mbart, m2m100, t5, gpt2, bert, ctranslate2, old_ctranslate2),
        *(fairseq, opennmt_py, joeynmt, torch_transformer, annotated),
    )
}
"""By the names of readers."""
