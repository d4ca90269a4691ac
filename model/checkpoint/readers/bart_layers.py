"""What BART and those who followed it call their tensors: Marian, mBART, M2M100, fairseq."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.places import Place, Places, first_rows, modules, rows
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import Vocabulary
from model.config import STACKS, ModelConfig, Stack

_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}


def bart_config(folder: HubFolder, **switches: Any) -> ModelConfig:
    """Sizes by the names that they share; ``switches`` are what a family has of its own.

    Raises:
        ForeignModelError: a size is missing, or encoder and decoder have different ones.
        ConfigError: two sizes do not fit together.
    """
    return ModelConfig(
        n_layers=folder.number("encoder_layers"),
        decoder_layers=folder.number("decoder_layers"),
        n_heads=_of_both(folder, "attention_heads"),
        d_model=folder.number("d_model"),
        d_ff=_of_both(folder, "ffn_dim"),
        dropout=float(folder.config.get("dropout", 0.1)),
        max_len=folder.number("max_position_embeddings", 1024),
        activation=folder.activation("activation_function", "gelu"),
        scaled_embedding=folder.flag("scale_embedding", default=False),
        tie_embeddings=True,
        **switches,
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


def bart_places(config: ModelConfig, *, root: str = "model.", positions: int = 0) -> Places:
    """Of all layers and norms; ``positions``: rows of a learned table that no token gets."""
    return {
        name: place
        for stack in STACKS
        for name, place in _stack(config, stack, f"{root}{stack}.", positions)
    }


def embedding_places(
    config: ModelConfig, names: tuple[str, str, str], vocabularies: Sequence[Vocabulary]
) -> Places:
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


def _stack(
    config: ModelConfig, stack: Stack, theirs: str, positions: int
) -> Iterator[tuple[str, Place]]:
    side = "src_embedding" if stack == "encoder" else "tgt_embedding"
    for layer in range(config.depth(stack)):
        yield from _layer(f"{stack}_layers.{layer}.", f"{theirs}layers.{layer}.", stack)
    if config.has_final_norm:
        yield from modules({"": "layer_norm"}, f"{stack}_norm", theirs)
    if config.embedding_norm:
        yield from modules({"": "layernorm_embedding"}, f"{side}.norm", theirs)
    if config.positions == "learned":
        last = positions + config.max_len
        table = first_rows(f"{theirs}embed_positions.weight", positions, last)
        yield f"{side}.positions.table", table


def _layer(ours: str, theirs: str, stack: Stack) -> Iterator[tuple[str, Place]]:
    yield from modules(_ATTENTION, f"{ours}attention.", f"{theirs}self_attn.")
    norms = {"attention_residual.norm": "self_attn_layer_norm"}
    if stack == "decoder":
        yield from modules(_ATTENTION, f"{ours}cross.", f"{theirs}encoder_attn.")
        norms["cross_residual.norm"] = "encoder_attn_layer_norm"
    norms["feed_forward_residual.norm"] = "final_layer_norm"  # that is the feed-forward's
    feed_forward = {"feed_forward.w_1": "fc1", "feed_forward.w_2": "fc2"}
    yield from modules({**norms, **feed_forward}, ours, theirs)


def output_bias(name: str, vocabulary: Vocabulary) -> Place:
    """A bias of the logits that stands as ``[1, vocabulary]``."""
    reordered = rows("", vocabulary.rows).make
    return Place((name,), lambda bias: reordered(bias.flatten()), "rows reordered")
