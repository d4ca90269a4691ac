"""One head recomputed by the model's own modules from the recorded inputs of its layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from model.arrays import BoolArray, FloatArray
from model.decoding.trained import TrainedModel, bool_array, float_array
from model.lessons.one_head import HeadAnatomy, Matrix
from model.network.attention import MultiHeadAttention, causal_mask, masked_softmax, whole_mask
from model.network.layers import DecoderLayer, Residual
from model.network.linear import linear
from model.network.transformer import Heard, Transformer, listening
from model.traces.trace import KINDS, Kind, kinds_of, stack_of


class AttentionPlace(NamedTuple):
    """An attention with the residual connection around it."""

    attention: MultiHeadAttention
    residual: Residual

    @property
    def readers(self) -> tuple[nn.Module, nn.Module, nn.Module]:
        return self.attention.w_q, self.attention.w_k, self.residual.norm


class AttentionInput(NamedTuple):
    """What one attention read, without the batch's axis.

    ``x_query`` is ``[query, d_model]``, ``x_key`` ``[key, d_model]`` (the memory for cross),
    ``mask`` ``[query, key]``, True = may attend; ``before`` is the residual stream before,
    ``[query, d_model]``; ``bias`` is added to the scores for relative positions,
    ``[heads, query, key]``.
    """

    x_query: Tensor
    x_key: Tensor
    mask: Tensor
    before: Tensor
    bias: Tensor | None


@dataclass(frozen=True, eq=False, kw_only=True)
class RecordedInputs:
    """One teacher-forced forward pass: what every attention read in it, and what came out.

    Attributes:
        src_tokens, tgt_tokens: what was read; the target begins with ``<s>``.
        inputs: of each attention, by kind and layer.
        weights: of each kind, ``[layers, heads, query, key]``; read-only.
        logits: of the next token, ``[target, vocabulary]``; without a decoder, of each token of
            the source; read-only.
    """

    model: TrainedModel
    src_tokens: tuple[str, ...]
    tgt_tokens: tuple[str, ...]
    inputs: Mapping[tuple[Kind, int], AttentionInput]
    weights: Mapping[Kind, FloatArray]
    logits: FloatArray


def record_inputs(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    masks: Mapping[Kind, BoolArray] | None = None,
) -> RecordedInputs:
    """Run the network once without dropout and record the inputs of its attentions.

    The source's ids end on ``</s>``, the target's begin with ``<s>``. ``masks``, ``[query, key]``,
    True = may attend, replace those of their kinds in every layer. Raises ValueError if there are
    more ids than positions, or a mask has another shape.
    """
    src = torch.tensor([list(src_ids)], dtype=torch.long, device=model.device)  # [1, source]
    tgt = torch.tensor([list(tgt_ids)], dtype=torch.long, device=model.device)  # [1, target]
    used = {kind: _mask(kind, src, tgt, (masks or {}).get(kind)) for kind in KINDS}
    places = {
        (kind, layer): attention_place(model.network, kind, layer)
        for kind in kinds_of(model.config)
        for layer in range(model.config.depth(stack_of(kind)))
    }
    readers = (module for place in places.values() for module in place.readers)
    with model.evaluating() as network, listening(readers) as heard:
        weights, logits = _passed(network, src, tgt, used)
        biases: dict[Kind, Tensor | None] = {
            "encoder": network.bias("encoder", 0, len(src_ids)),
            "decoder": network.bias("decoder", 0, len(tgt_ids)),
            "cross": None,
        }
    return RecordedInputs(
        model=model,
        src_tokens=model.src_tokenizer.tokens(src_ids),
        tgt_tokens=model.tgt_tokenizer.tokens(tgt_ids),
        inputs={
            at: _input(place, heard, mask=used[at[0]], bias=biases[at[0]])
            for at, place in places.items()
        },
        weights={
            kind: float_array(kept[:, 0]) for kind, kept in weights.items() if kept is not None
        },
        logits=float_array(logits[0]),
    )


def _passed(
    network: Transformer, src: Tensor, tgt: Tensor, masks: Mapping[Kind, Tensor]
) -> tuple[dict[Kind, Tensor | None], Tensor]:
    encoded = network.encode(src, masks["encoder"], record=True)
    if "decoder" not in network.config.stacks:
        return {"encoder": encoded.weights}, network.predict(encoded.memory)
    memory = network.project_memory(encoded.memory)
    decoded = network.decode(
        tgt, memory, tgt_mask=masks["decoder"], src_mask=masks["cross"], record=True
    )
    cross = decoded.cross_weights
    return {
        "encoder": encoded.weights,
        "decoder": decoded.self_weights,
        "cross": cross,
    }, decoded.logits


def head_anatomy(inputs: RecordedInputs, kind: Kind, layer: int, head: int) -> HeadAnatomy:
    """Every stage of one head, for all queries of the recorded pass.

    Raises KeyError if the layer does not exist, ValueError if the head does not exist.
    """
    given = inputs.inputs[kind, layer]
    with inputs.model.evaluating() as network:
        place = attention_place(network, kind, layer)
        if not 0 <= head < place.attention.n_heads:
            raise ValueError(f"head {head} does not exist: there are {place.attention.n_heads}")
        stages, replaced = _stages(place.attention, given, head)
        tensors = _weights_of(place, head) | stages
        before, output = given.before, tensors["output"]
        after = place.residual.leave(before[None], output[None])[0]
        tensors |= {"before": before, "added": before + output, "after": after}
    mask = bool_array(tensors.pop("mask"))
    arrays = {name: float_array(tensor) for name, tensor in tensors.items()}
    return HeadAnatomy(
        kind=kind,
        layer=layer,
        head=head,
        norm=inputs.model.config.norm,
        query_tokens=inputs.src_tokens if kind == "encoder" else inputs.tgt_tokens,
        key_tokens=inputs.tgt_tokens if kind == "decoder" else inputs.src_tokens,
        x_query=float_array(given.x_query),
        x_key=float_array(given.x_key),
        mask=mask,
        replaced=replaced,
        norm_type=inputs.model.config.norm_type,
        norm_epsilon=inputs.model.config.norm_epsilon,
        biased=inputs.model.config.biases,
        scaled=place.attention.scaled,
        position_bias=None if given.bias is None else float_array(given.bias[head]),
        **arrays,
    )


def attention_place(network: Transformer, kind: Kind, layer: int) -> AttentionPlace:
    module = network.layers(stack_of(kind))[layer]
    if kind == "cross" and isinstance(module, DecoderLayer):
        return AttentionPlace(module.cross, module.cross_residual)
    return AttentionPlace(module.attention, module.attention_residual)


def _input(
    place: AttentionPlace, heard: Mapping[nn.Module, Heard], *, mask: Tensor, bias: Tensor | None
) -> AttentionInput:
    # A pre-norm layer normalises its input; a post-norm layer does not.
    x_query, x_key, normalised = (heard[module].x[0] for module in place.readers)
    before = normalised if place.residual.pre else x_query
    return AttentionInput(x_query, x_key, mask[0, 0], before, None if bias is None else bias[0])


def _mask(kind: Kind, src: Tensor, tgt: Tensor, given: BoolArray | None) -> Tensor:
    """The mask of a kind, or the given one, ``[1, 1, query, key]``."""
    queries = src.size(1) if kind == "encoder" else tgt.size(1)
    keys = tgt.size(1) if kind == "decoder" else src.size(1)
    if given is None:
        is_causal = kind == "decoder"
        own = causal_mask(queries, device=tgt.device) if is_causal else whole_mask(src)
        return own.expand(-1, -1, queries, -1)  # [1, 1, query, key]
    if given.shape != (queries, keys):
        raise ValueError(f"the {kind} mask is {given.shape}, not {(queries, keys)}")
    return torch.tensor(given, dtype=torch.bool, device=src.device)[None, None]


def _weights_of(place: AttentionPlace, head: int) -> dict[str, Tensor]:
    attention, norm = place.attention, place.residual.norm
    own = _own_slice(attention, head)
    parts = {"q": attention.w_q, "k": attention.w_k, "v": attention.w_v}
    return {
        **{f"w_{name}": part.weight[own] for name, part in parts.items()},
        **{f"b_{name}": _bias_of(part)[own] for name, part in parts.items()},
        "w_o": attention.w_o.weight[:, own],
        "b_o": _bias_of(attention.w_o),
        "norm_gain": norm.weight,
        "norm_bias": norm.bias if isinstance(norm, nn.LayerNorm) else torch.zeros_like(norm.weight),
    }


def _bias_of(projection: nn.Linear) -> Tensor:
    """The bias, zeros if there is none, ``[out_features]``."""
    found = dict(projection.named_parameters()).get("bias")
    return projection.weight.new_zeros(projection.out_features) if found is None else found


def _stages(
    attention: MultiHeadAttention, given: AttentionInput, head: int
) -> tuple[dict[str, Tensor], frozenset[Matrix]]:
    """From the queries to the attention's output, with what is replaced by interventions.

    Shapes as in :class:`HeadAnatomy`; the mask is without the keys that are hidden from the head.
    """
    # All heads are computed, because the concatenation needs them.
    q = attention.w_q(given.x_query).unflatten(-1, (attention.n_heads, -1)).transpose(0, 1)
    k, v = (projected[0] for projected in attention.keys_values(given.x_key[None]))
    own_scores = attention.scores(q, k, given.bias)  # [heads, query, key]
    scores = attention.at_scores(own_scores[None], given.mask[None, None])[0]
    own_weights = masked_softmax(scores, given.mask)  # [heads, query, key]
    weights = attention.at_weights(own_weights[None], given.mask[None, None])[0]
    own_contexts = weights @ v  # [heads, query, d_k]
    contexts = attention.at_z(own_contexts[None])[0]
    concatenation = contexts.transpose(0, 1).flatten(1)  # [query, heads · d_k]
    mask, output = given.mask, attention.w_o(concatenation[None])[0]
    hidden = scores[head] == torch.finfo(scores.dtype).min
    if not hidden.all(dim=-1).any():  # else attention is as if none were hidden
        mask, scores = mask & ~hidden, torch.where(hidden, own_scores, scores)
    own_output = linear(concatenation[None], attention.w_o.weight, attention.w_o.bias)[0]
    pairs: dict[Matrix, tuple[Tensor, Tensor]] = {
        "scores": (own_scores[head], scores[head]),
        "weights": (own_weights[head], weights[head]),
        "context": (own_contexts[head], contexts[head]),
        "output": (own_output, output),
    }
    stages = {
        "q": q[head],
        "k": k[head],
        "v": v[head],
        "products": q[head] @ k[head].T,
        "scores": scores[head],
        "mask": mask,
        "masked_scores": scores[head].masked_fill(~mask, -torch.inf),
        "weights": weights[head],
        "context": contexts[head],
        "concatenation": concatenation,
        "contributions": _contributions(attention, contexts),
        "output": output,
    }
    replaced = (
        name for name, (own, now) in pairs.items() if not own.nan_to_num().equal(now.nan_to_num())
    )
    return stages, frozenset(replaced)


def _contributions(attention: MultiHeadAttention, contexts: Tensor) -> Tensor:
    """Each context through its head's columns of W_O, without the bias.

    ``[heads, query, d_k]`` → ``[heads, query, d_model]``.
    """
    weight = attention.w_o.weight
    return torch.stack(
        [
            linear(context, weight[:, _own_slice(attention, head)].contiguous())
            for head, context in enumerate(contexts)
        ]
    )


def _own_slice(attention: MultiHeadAttention, head: int) -> slice:
    d_k = attention.w_q.out_features // attention.n_heads
    return slice(head * d_k, (head + 1) * d_k)
