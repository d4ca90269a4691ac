"""What BART and those who followed it call their tensors: Marian, mBART, M2M100, fairseq."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.places import TensorPlace, TensorPlaces, first_rows, modules, rows
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import Vocabulary
from model.config import STACKS, ModelConfig, Stack
from model.network.positional import sinusoidal_table
from model.text.piece_tokenizer import PieceTokenizer

OFFSET = 2
"""Rows of a table of positions that no token gets, in BART and its successors."""

POSITIONS = "embed_positions.weight"
"""A stack's table of positions."""

_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}
_SIDES: Mapping[Stack, str] = {"encoder": "src_embedding", "decoder": "tgt_embedding"}
_NEAR = 1e-6
"""Computed in 64 bits and stored in 32, a sine is no further from itself than this."""


class Sides(NamedTuple):
    """One vocabulary, and how either side of a model reads texts with it."""

    vocabulary: Vocabulary
    src: PieceTokenizer
    tgt: PieceTokenizer


def bart_config(folder: HubFolder, tables: Sequence[str], **switches: Any) -> ModelConfig:
    """Sizes by the names that they share; ``switches`` are what a family has of its own.

    ``tables`` are those of the source, the target and the output.

    Raises:
        ForeignModelError: a size is missing, or encoder and decoder have different ones.
        ConfigError: two sizes do not fit together.
    """
    source, target, output = tables
    shared: dict[str, Any] = {
        "n_layers": folder.number("encoder_layers"),
        "decoder_layers": folder.number("decoder_layers"),
        "n_heads": _of_both(folder, "attention_heads"),
        "d_model": folder.number("d_model"),
        "d_ff": _of_both(folder, "ffn_dim"),
        "dropout": folder.fraction("dropout", 0.1),
        "max_len": folder.number("max_position_embeddings", 1024),
        "activation": folder.activation("activation_function", "gelu"),
        "scaled_embedding": folder.flag("scale_embedding", default=False),
        "tie_embeddings": folder.tensors.same(target, output),
        "share_embeddings": folder.tensors.same(target, source),
    }
    return ModelConfig(**{**shared, **switches})


def stored_positions(
    folder: HubFolder, config: ModelConfig, *, name: str = POSITIONS, skipped: int = 0
) -> ModelConfig:
    """The same sizes; positions are “given” where tables are stored that are not the formula's.

    ``skipped`` rows of a table come before the first token's.
    """
    shapes = folder.tensors.shapes
    stored = [table for table in (f"model.{stack}.{name}" for stack in STACKS) if table in shapes]
    if not stored:
        return config
    given = dataclasses.replace(config, positions="given")
    first, last = skipped, skipped + config.max_len
    if any(not _has_rows(shapes[table], last, config.d_model) for table in stored):
        return given
    computed = sinusoidal_table(
        config.max_len,
        config.d_model,
        layout=config.sinusoids,
        closed=config.closed_sinusoids,
        offset=config.position_offset,
    )
    for table in stored:
        rows_ = folder.tensors.load(table)[first:last].float()
        if not rows_.allclose(computed, rtol=0, atol=_NEAR):
            return given
    return config


def _has_rows(shape: Sequence[int], rows_: int, width: int) -> bool:
    return len(shape) == 2 and shape[0] >= rows_ and shape[1] == width


def _of_both(folder: HubFolder, name: str) -> int:
    encoder, decoder = (folder.number(f"{stack}_{name}") for stack in STACKS)
    if encoder != decoder:
        raise ForeignModelError(
            "encoder_{name} ({encoder}) and decoder_{name} ({decoder}) must be the same.",
            name=name,
            encoder=encoder,
            decoder=decoder,
        )
    return encoder


def bart_places(
    config: ModelConfig, *, root: str = "model.", positions: int = 0, table: str = POSITIONS
) -> TensorPlaces:
    """Of all layers and norms, and of tables of positions where there are any.

    Of each ``table``, the first ``positions`` rows are no token's.
    """
    places: TensorPlaces = {}
    for stack in STACKS:
        places |= dict(_stack(config, stack, f"{root}{stack}."))
        if config.positions in {"learned", "given"}:
            name = f"{root}{stack}.{table}"
            taken = first_rows(name, positions, positions + config.max_len)
            places[f"{_SIDES[stack]}.positions.table"] = taken
    return places


def embedding_places(
    config: ModelConfig, names: Sequence[str], vocabularies: Sequence[Vocabulary]
) -> TensorPlaces:
    """Of the tables, by the names of the source's, the target's and the output's.

    ``vocabularies`` are those of the source and the target.
    """
    src, tgt = vocabularies
    places = {"tgt_embedding.tokens.weight": rows(names[1], tgt.rows)}
    if not config.share_embeddings:
        places["src_embedding.tokens.weight"] = rows(names[0], src.rows)
    if not config.tie_embeddings:
        places["output.weight"] = rows(names[2], tgt.rows)
    return places


def _stack(config: ModelConfig, stack: Stack, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    for layer in range(config.depth(stack)):
        yield from _layer(f"{stack}_layers.{layer}.", f"{theirs}layers.{layer}.", stack)
    if config.has_final_norm:
        yield from modules({"": "layer_norm"}, f"{stack}_norm", theirs)
    if config.embedding_norm:
        yield from modules({"": "layernorm_embedding"}, f"{_SIDES[stack]}.norm", theirs)


def _layer(ours: str, theirs: str, stack: Stack) -> Iterator[tuple[str, TensorPlace]]:
    yield from modules(_ATTENTION, f"{ours}attention.", f"{theirs}self_attn.")
    norms = {"attention_residual.norm": "self_attn_layer_norm"}
    if stack == "decoder":
        yield from modules(_ATTENTION, f"{ours}cross.", f"{theirs}encoder_attn.")
        norms["cross_residual.norm"] = "encoder_attn_layer_norm"
    norms["feed_forward_residual.norm"] = "final_layer_norm"  # that is the feed-forward's
    feed_forward = {"feed_forward.w_1": "fc1", "feed_forward.w_2": "fc2"}
    yield from modules({**norms, **feed_forward}, ours, theirs)


def output_bias(name: str, vocabulary: Vocabulary) -> TensorPlace:
    """A bias of the logits that stands as ``[1, vocabulary]``."""
    reordered = rows("", vocabulary.rows)
    return TensorPlace((name,), lambda bias: reordered.make(bias.flatten()), reordered.how)
