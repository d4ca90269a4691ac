"""What BART and those who followed it call their tensors: Marian, mBART, M2M100, fairseq."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.checkpoint.readers.places import Place, Places, first_rows, modules, rows
from model.checkpoint.readers.vocabulary import Vocabulary
from model.config import STACKS, ModelConfig, Stack

_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}


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
