"""A folder as the hub has it of a T5, a tiny one if no sizes are said; without its library."""

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from tests.model.text.small_pieces import sentence_pieces

SIZES = {
    "vocab_size": 50,
    "d_model": 12,
    "d_kv": 5,
    "d_ff": 20,
    "num_layers": 2,
    "num_heads": 2,
    "relative_attention_num_buckets": 8,
    "decoder_start_token_id": 0,
    "pad_token_id": 0,
    "eos_token_id": 1,
}
CONFIG = {"model_type": "t5", **SIZES}
DEPTHS = {"num_layers": 3, "num_decoder_layers": 2}
DEEPER = {**SIZES, **DEPTHS, "relative_attention_max_distance": 10}


def t5_folder(
    path: Path, *, binary: bool = False, kind: torch.dtype = torch.float32, **config: Any
) -> Path:
    """Weights (``binary``: as torch.save writes them), configuration, SentencePiece model."""
    path.mkdir(exist_ok=True)
    pieces = sentence_pieces(pad_id=0, eos_id=1, unk_id=2, bos_id=-1)
    (path / "spiece.model").write_bytes(pieces)
    (path / "config.json").write_text(json.dumps({**CONFIG, **config}))
    tensors = {name: tensor.to(kind) for name, tensor in t5_tensors(**config).items()}
    if binary:
        torch.save(tensors, path / "pytorch_model.bin")
    else:
        save_file(tensors, path / "model.safetensors")
    return path


def t5_tensors(**config: Any) -> dict[str, torch.Tensor]:
    sizes: dict[str, Any] = {**CONFIG, **config}
    rows, width, hidden, heads = (
        sizes[name] for name in ("vocab_size", "d_model", "d_ff", "num_heads")
    )
    inner = heads * sizes["d_kv"]
    shapes: dict[str, tuple[int, ...]] = {"shared.weight": (rows, width)}
    for stack, attentions in (("encoder", 1), ("decoder", 2)):
        for layer in range(sizes["num_layers"]):
            place = f"{stack}.block.{layer}.layer."
            for index, name in enumerate(("SelfAttention", "EncDecAttention")[:attentions]):
                for letter in "qkv":
                    shapes[f"{place}{index}.{name}.{letter}.weight"] = (inner, width)
                shapes[f"{place}{index}.{name}.o.weight"] = (width, inner)
                shapes[f"{place}{index}.layer_norm.weight"] = (width,)
            shapes[f"{place}{attentions}.DenseReluDense.wi.weight"] = (hidden, width)
            shapes[f"{place}{attentions}.DenseReluDense.wo.weight"] = (width, hidden)
            shapes[f"{place}{attentions}.layer_norm.weight"] = (width,)
        bias = f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
        shapes[bias] = (sizes["relative_attention_num_buckets"], heads)
        shapes[f"{stack}.final_layer_norm.weight"] = (width,)
    noise = torch.Generator().manual_seed(0)
    return {name: torch.randn(shape, generator=noise) for name, shape in shapes.items()}
