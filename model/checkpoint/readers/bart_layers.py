"""What BART and those who followed it call their tensors: Marian, mBART, M2M100, fairseq."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.places import TensorOrigin, TensorOrigins, first_rows, modules, rows
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import Vocabulary
from model.config import STACKS, ModelConfig, Stack
from model.network.positional import sinusoidal_table
from model.text.piece_tokenizer import PieceTokenizer

OFFSET = 2
"""Rows of a table of positions that no token gets, in BART and its successors."""

POSITIONS = "embed_positions.weight"
"""A stack's table of positions."""

COPIES = (
    "model.encoder.embed_tokens.weight",
    "model.decoder.embed_tokens.weight",
    "lm_head.weight",
)
"""Of the shared table, which some files hold more than once."""

_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}
_SIDES: Mapping[Stack, str] = {"encoder": "src_embedding", "decoder": "tgt_embedding"}
_BIAS = "final_logits_bias"
_NEAR = 4e-3
"""Computed in 32 bits or stored in 16, a sine is no further from itself than this."""


class Sides(NamedTuple):
    """One vocabulary, and how either side of a model reads texts with it."""

    vocabulary: Vocabulary
    src: PieceTokenizer
    tgt: PieceTokenizer


def bart_config(folder: HubFolder, **switches: Any) -> ModelConfig:
    """Sizes by the names that they share; ``switches`` are what a family has of its own.

    Raises:
        ForeignModelError: a size is missing, or encoder and decoder have different ones.
        ConfigError: two sizes do not fit together.
    """
    shared: dict[str, Any] = {
        "n_layers": folder.number("encoder_layers"),
        "decoder_layers": folder.number("decoder_layers"),
        "n_heads": _of_both(folder, "attention_heads"),
        "d_model": folder.number("d_model"),
        "d_ff": _of_both(folder, "ffn_dim"),
        "dropout": float(folder.config.get("dropout", 0.1)),
        "max_len": folder.number("max_position_embeddings", 1024),
        "activation": folder.activation("activation_function", "gelu"),
        "scaled_embedding": folder.flag("scale_embedding", default=False),
        "tie_embeddings": True,
    }
    return ModelConfig(**{**shared, **switches})


def shared_switches(folder: HubFolder, sides: Sides) -> dict[str, Any]:
    """Of models with one table for everything: what it and the bias of the logits come to."""
    return {
        "output_bias": _BIAS in folder.tensors.shapes,
        "share_embeddings": True,
        "forbidden": sides.vocabulary.forbidden,
    }


def stored_positions(
    folder: HubFolder, config: ModelConfig, *, name: str = POSITIONS, skipped: int = 0
) -> ModelConfig:
    """The same sizes; positions are “given” where tables are stored that are no sinusoids.

    ``skipped`` rows of a table come before the first token's.
    """
    computed = sinusoidal_table(
        config.max_len,
        config.d_model,
        layout=config.sinusoids,
        closed=config.closed_sinusoids,
        offset=config.position_offset,
    )
    for stack in STACKS:
        stored = f"model.{stack}.{name}"
        if stored in folder.tensors.shapes:
            table = folder.tensors.load(stored)[skipped : skipped + config.max_len].float()
            if table.shape != computed.shape or not table.allclose(computed, rtol=0, atol=_NEAR):
                return dataclasses.replace(config, positions="given")
    return config


def shared_model(
    folder: HubFolder,
    answers: Answers,
    *,
    family: str,
    config: ModelConfig,
    sides: Sides,
    positions: str = POSITIONS,
) -> Recognised:
    """A model with one table for everything; ``positions`` is the name of a stack's table."""
    both = (sides.vocabulary, sides.vocabulary)
    places = bart_places(config, positions=OFFSET, table=positions)
    places |= embedding_places(config, ("model.shared.weight",) * 3, both)
    if config.output_bias:
        places["output.bias"] = output_bias(_BIAS, sides.vocabulary)
    tables = (f"model.{stack}.{positions}" for stack in STACKS)
    return Recognised(
        questions=tuple(answers.questions),
        family=family,
        file=folder.tensors,
        config=config,
        src_tokenizer=sides.src,
        tgt_tokenizer=sides.tgt,
        places=places,
        left_out=(*COPIES, *tables),
    )


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
) -> TensorOrigins:
    """Of all layers and norms, and of tables of positions where there are any.

    Of each ``table``, the first ``positions`` rows are no token's.
    """
    places: TensorOrigins = {}
    for stack in STACKS:
        places |= dict(_stack(config, stack, f"{root}{stack}."))
        if config.positions in {"learned", "given"}:
            name = f"{root}{stack}.{table}"
            taken = first_rows(name, positions, positions + config.max_len)
            places[f"{_SIDES[stack]}.positions.table"] = taken
    return places


def embedding_places(
    config: ModelConfig, names: tuple[str, str, str], vocabularies: Sequence[Vocabulary]
) -> TensorOrigins:
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


def _stack(config: ModelConfig, stack: Stack, theirs: str) -> Iterator[tuple[str, TensorOrigin]]:
    for layer in range(config.depth(stack)):
        yield from _layer(f"{stack}_layers.{layer}.", f"{theirs}layers.{layer}.", stack)
    if config.has_final_norm:
        yield from modules({"": "layer_norm"}, f"{stack}_norm", theirs)
    if config.embedding_norm:
        yield from modules({"": "layernorm_embedding"}, f"{_SIDES[stack]}.norm", theirs)


def _layer(ours: str, theirs: str, stack: Stack) -> Iterator[tuple[str, TensorOrigin]]:
    yield from modules(_ATTENTION, f"{ours}attention.", f"{theirs}self_attn.")
    norms = {"attention_residual.norm": "self_attn_layer_norm"}
    if stack == "decoder":
        yield from modules(_ATTENTION, f"{ours}cross.", f"{theirs}encoder_attn.")
        norms["cross_residual.norm"] = "encoder_attn_layer_norm"
    norms["feed_forward_residual.norm"] = "final_layer_norm"  # that is the feed-forward's
    feed_forward = {"feed_forward.w_1": "fc1", "feed_forward.w_2": "fc2"}
    yield from modules({**norms, **feed_forward}, ours, theirs)


def output_bias(name: str, vocabulary: Vocabulary) -> TensorOrigin:
    """A bias of the logits that stands as ``[1, vocabulary]``."""
    reordered = rows("", vocabulary.rows).make
    return TensorOrigin((name,), lambda bias: reordered(bias.flatten()), "rows reordered")
