"""Folders of the hub's families with switches by chance, as their own library writes them."""

import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import torch
import transformers
from safetensors.torch import load_file, save_file

from tests.model.checkpoint.readers.hub import SPECIAL, stirred
from tests.model.text.small_pieces import byte_pairs, piece_names, sentence_pieces

transformers.utils.logging.disable_progress_bar()  # it leaves a thread behind

CODES = ["en_XX", "ro_RO"]
ANSWERS = {"src-lang": "en_XX", "tgt-lang": "ro_RO"}
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "sat", "##s", "a", "dog", "."]
_ACTIVATIONS = ("relu", "gelu", "gelu_new", "silu", "swish", "gelu_fast", "gelu_pytorch_tanh")
CLASSES = {
    "bart": (transformers.BartConfig, transformers.BartForConditionalGeneration),
    "mbart": (transformers.MBartConfig, transformers.MBartForConditionalGeneration),
    "m2m_100": (transformers.M2M100Config, transformers.M2M100ForConditionalGeneration),
    "marian": (transformers.MarianConfig, transformers.MarianMTModel),
    "t5": (transformers.T5Config, transformers.T5ForConditionalGeneration),
    "gpt2": (transformers.GPT2Config, transformers.GPT2LMHeadModel),
    "bert": (transformers.BertConfig, transformers.BertForMaskedLM),
}
FAMILIES = tuple(CLASSES)


class RandomFolder(NamedTuple):
    """A folder, the original's model of it, and the foreign id of each of our ids."""

    path: Path
    theirs: Any
    src_rows: list[int]
    tgt_rows: list[int]


def random_folder(family: str, seed: int, path: Path) -> RandomFolder:
    chance = random.Random(f"{family} {seed}")
    ids = tokenizer_files(family, path)
    rows = max(ids.values()) + 1 + chance.choice((0, 3))
    config_class, model_class = CLASSES[family]
    options = _options(family, chance, rows, ids)
    torch.manual_seed(seed)
    model = stirred(model_class(config_class(**options)))
    _untie(model, chance)
    for name, buffer in model.named_buffers():
        if name == "final_logits_bias" and chance.random() < 0.7:
            buffer.normal_()
    model.generation_config = _generation(family, chance, options, rows)
    _save(model, path, chance)
    theirs = model_class.from_pretrained(path, attn_implementation="eager", dtype=torch.float32)
    unknown = ids.get("<unk>", ids.get("[UNK]"))
    order = folder_rows(theirs.config, unknown=unknown)
    return RandomFolder(path, theirs.eval(), order, order)


def folder_rows(config: Any, *, unknown: int | None) -> list[int]:
    """The foreign id of each of ours: the special ones first, the rest as they were."""
    start = "decoder_start_token_id"
    first = getattr(config, start if hasattr(config, start) else "bos_token_id")
    special = [config.pad_token_id, first, config.eos_token_id, unknown]
    order = [-1 if index is None else index for index in special]
    return order + [i for i in range(config.vocab_size) if i not in special]


def tokenizer_files(family: str, path: Path) -> dict[str, int]:
    """Written; the foreign ids of their pieces."""
    if family == "bert":
        (path / "vocab.txt").write_text("\n".join(WORDS))
        return {word: index for index, word in enumerate(WORDS)}
    if family == "marian":
        return _marian_tokenizer(path)
    backend = byte_pairs(special=SPECIAL)
    if family in {"mbart", "m2m_100"}:
        backend.add_special_tokens(CODES)
        told = {"mbart": "MBart50Tokenizer", "m2m_100": "NllbTokenizer"}[family]
        (path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": told}))
    backend.save(str(path / "tokenizer.json"))
    return backend.get_vocab()


def _marian_tokenizer(path: Path) -> dict[str, int]:
    model = sentence_pieces()
    for side in ("source", "target"):
        (path / f"{side}.spm").write_bytes(model)
    names = [
        "</s>",
        "<unk>",
        *(name for name in piece_names(model) if name not in {*SPECIAL}),
        "<pad>",
    ]
    ids = {name: index for index, name in enumerate(names)}
    (path / "vocab.json").write_text(json.dumps(ids))
    return ids


def _options(family: str, chance: random.Random, rows: int, ids: dict[str, int]) -> dict[str, Any]:
    heads = chance.choice((1, 2, 4))
    width = heads * chance.choice((4, 6, 8))
    hidden = chance.choice((5, 12, 20))
    activation = chance.choice(_ACTIVATIONS)
    layers = [chance.randint(1, 3) for _ in range(2)]
    tied = chance.random() < 0.5
    if family == "bert":
        return {
            "vocab_size": rows,
            "hidden_size": width,
            "num_hidden_layers": layers[0],
            "num_attention_heads": heads,
            "intermediate_size": hidden,
            "hidden_act": activation,
            "max_position_embeddings": 40,
            "type_vocab_size": chance.choice((1, 2)),
            "layer_norm_eps": chance.choice((1e-12, 1e-3)),
            "tie_word_embeddings": tied,
            "pad_token_id": 0,
        }
    if family == "gpt2":
        return {
            "vocab_size": rows,
            "n_embd": width,
            "n_layer": layers[0],
            "n_head": heads,
            "n_inner": chance.choice((None, hidden)),
            "n_positions": 64,
            "activation_function": activation,
            "layer_norm_epsilon": chance.choice((1e-5, 1e-2)),
            "scale_attn_weights": chance.random() < 0.5,
            "scale_attn_by_inverse_layer_idx": chance.random() < 0.5,
            "reorder_and_upcast_attn": chance.random() < 0.5,
            "tie_word_embeddings": tied,
            "bos_token_id": 2,
            "eos_token_id": 2,
        }
    if family == "t5":
        return {
            "vocab_size": rows,
            "d_model": width,
            "d_kv": chance.choice((2, 5)),
            "d_ff": hidden,
            "num_layers": layers[0],
            "num_decoder_layers": chance.choice((None, layers[1])),
            "num_heads": heads,
            "relative_attention_num_buckets": chance.choice((8, 16)),
            "relative_attention_max_distance": chance.choice((12, 128)),
            "layer_norm_epsilon": chance.choice((1e-6, 1e-2)),
            "feed_forward_proj": chance.choice(("relu", "gated-gelu", "gelu", "gated-silu")),
            "tie_word_embeddings": tied,
            "pad_token_id": 1,
            "eos_token_id": 2,
            "decoder_start_token_id": chance.choice((1, 0)),
        }
    pad, end = ids["<pad>"], ids["</s>"]
    own = {"share_encoder_decoder_embeddings": chance.random() < 0.5} if family == "marian" else {}
    return {
        "vocab_size": rows,
        "d_model": width,
        "encoder_layers": layers[0],
        "decoder_layers": layers[1],
        "encoder_attention_heads": heads,
        "decoder_attention_heads": heads,
        "encoder_ffn_dim": hidden,
        "decoder_ffn_dim": hidden,
        "activation_function": activation,
        "max_position_embeddings": 64,
        "scale_embedding": chance.random() < 0.5,
        "tie_word_embeddings": tied,
        "pad_token_id": pad,
        "eos_token_id": end,
        "decoder_start_token_id": pad if family == "marian" else end,
        **own,
    }


def _untie(model: Any, chance: random.Random) -> None:
    """Other numbers for tables that are said to be one."""
    for owner, name in ((model, "lm_head"), *_embeddings(model)):
        table = getattr(owner, name, None)
        if table is not None and chance.random() < 0.3:
            table.weight = torch.nn.Parameter(torch.randn_like(table.weight) * 0.5)


def _embeddings(model: Any) -> list[tuple[Any, str]]:
    inner = getattr(model, "model", model)
    stacks = (getattr(inner, stack, None) for stack in ("encoder", "decoder"))
    return [(stack, "embed_tokens") for stack in stacks if stack is not None]


def _generation(
    family: str, chance: random.Random, options: dict[str, Any], rows: int
) -> transformers.GenerationConfig:
    said: dict[str, Any] = {
        name: options[name]
        for name in ("decoder_start_token_id", "eos_token_id", "pad_token_id", "bos_token_id")
        if options.get(name) is not None
    }
    never = chance.sample(range(8, rows - 6), 5) if family != "bert" else []
    # M2M-100 gives a predicted padding no position, and other ones with a cache than without
    said["bad_words_ids"] = [[i] for i in (*never, options.get("pad_token_id", 0))]
    if never and chance.random() < 0.5:
        said["suppress_tokens"] = chance.sample(range(8, rows - 6), 5)
    if chance.random() < 0.5 and family in {"bart", "marian", "t5"}:
        said["forced_bos_token_id"] = chance.choice((0, 7))
    return transformers.GenerationConfig(**said)


def _save(model: Any, path: Path, chance: random.Random) -> None:
    kind = chance.choice((torch.float32, torch.float32, torch.float16, torch.bfloat16))
    model.to(kind).save_pretrained(path, max_shard_size=chance.choice(("5GB", "8KB")))
    weights = path / "model.safetensors"
    if weights.exists() and chance.random() < 0.3:
        torch.save(load_file(weights), path / "pytorch_model.bin")
        weights.unlink()
    elif weights.exists():
        own = load_file(weights)
        for name in chance.sample([*own], len(own) // 3):  # in more than one precision
            own[name] = own[name].to(chance.choice((torch.float32, torch.bfloat16)))
        shared = own.get("model.shared.weight", own.get("shared.weight"))
        place = "model.encoder" if "model.shared.weight" in own else "encoder"
        if shared is not None and chance.random() < 0.3:  # more than one table is stored
            own.setdefault(f"{place}.embed_tokens.weight", shared.clone())
        save_file(own, weights, metadata={"format": "pt"})
