"""A logit difference taken apart, and what each head does to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from model.config import ModelConfig
from model.decoding.greedy import TOP_K, best_candidates
from model.decoding.trained import TrainedModel
from model.lessons.why import LensRow, Term, WhyRecord
from model.messages import ConfigError, UserError
from model.network.attention import KeyValue, MultiHeadAttention, causal_mask, whole_mask
from model.network.intervening import norm_scale, recording_sites
from model.network.layers import DecoderLayer, Residual
from model.network.transformer import Transformer
from model.text.tokenizer import TargetError, target_ids
from model.traces.interventions import Intervention, Site, every_head
from model.traces.trace import Candidate, Kind, kinds_of

_EXACT = ("z", "weights", "scores", "memory", "ff")
"""Sites where a replaced value leaves the sum of the terms exact."""


def why_steps(
    model: TrainedModel,
    src_ids: Sequence[int],
    tgt_ids: Sequence[int],
    *,
    step: int,
    token: int,
    other: int,
) -> Generator[WhyRecord]:
    """Take a logit difference apart, then measure the effect of every head, one a yield.

    Args:
        model: with a decoder, perhaps under interventions.
        src_ids: of the source, ``</s>`` included.
        tgt_ids: fed to the decoder up to the step at least; begins with ``<s>``.
        step: whose logits are compared, from 0.
        token: an id of the target vocabulary.
        other: the one that it is compared with.

    Raises:
        UserError: the model cannot be taken apart, or an id is not in its vocabulary.
    """
    _check(model, (token, other))
    fed = tuple(tgt_ids[: step + 1])
    passed = _passed(model, src_ids, fed)
    heads = every_head(model.config)
    terms = _terms(model, passed, fed, token, other)
    terms += (_head_term(site) for site in heads if site.kind == "encoder")
    record = WhyRecord(
        step=step,
        token=model.tgt_tokenizer.token(token),
        other=model.tgt_tokenizer.token(other),
        difference=float(passed.logits[token] - passed.logits[other]),
        terms=tuple(terms),
        lens=tuple(passed.lens),
        measured=(0, len(heads)),
    )
    yield record
    for count, site in enumerate(heads, start=1):
        rest = _difference_without(model, src_ids, fed, site, token, other, memory=passed.memory)
        effect = None if rest is None else record.difference - rest
        record = _with_effect(record, site, effect, measured=(count, len(heads)))
        yield record


def target_id(model: TrainedModel, token: str) -> int:
    """The id of a token of the target vocabulary, or of a word that is one token.

    Raises:
        UserError: the text is not one token.
    """
    vocabulary = list(model.tgt_tokenizer.vocabulary)
    if token in vocabulary:
        return vocabulary.index(token)
    try:
        ids = target_ids(token, model.tgt_tokenizer)
    except TargetError as error:
        raise UserError(
            "{token!r} is not a token of {model}’s target vocabulary.",
            token=token,
            model=model.name,
        ) from error
    if len(ids) != 1:
        raise UserError(
            "{token!r} is {count} tokens of {model}, not one: {tokens}. Type one of them.",
            token=token,
            count=len(ids),
            model=model.name,
            tokens=" ".join(model.tgt_tokenizer.tokens(ids)),
        )
    return ids[0]


def _check(model: TrainedModel, ids: Sequence[int]) -> None:
    config = model.config
    if not config.depth("decoder"):
        raise UserError("{model} has no decoder: there is no step to explain.", model=model.name)
    if config.output_transform:
        raise UserError(
            "{model} transforms the last layer's output by a function that is not linear before it "
            "predicts: its logits are no sum of parts.",
            model=model.name,
        )
    if len({*ids}) == 1:
        raise UserError(
            "{token} is compared with itself: choose two different tokens.",
            token=model.tgt_tokenizer.token(ids[0]),
        )
    for token_id in ids:
        if not 0 <= token_id < len(model.tgt_tokenizer):
            raise UserError("{id} is not an id of the target vocabulary.", id=token_id)
        if token_id in config.forbidden:
            raise UserError(
                "{model} never predicts {token}: its logit is −∞, which is no sum of parts.",
                model=model.name,
                token=model.tgt_tokenizer.token(token_id),
            )
    for intervention in model.interventions:
        if intervention.site.name not in _EXACT:
            raise UserError(
                "The intervention {intervention} replaces a sum: its parts are not known.",
                intervention=intervention,
            )


# ------------------------------------------------------------------------------------------- terms


class _Passed(NamedTuple):
    """What one pass had at the last fed token: ``logits`` is ``[vocabulary]``; sites by name.

    ``memory`` is that of :meth:`Transformer.project_memory`.
    """

    memory: Sequence[KeyValue]
    logits: Tensor
    sites: dict[Site, Tensor]
    lens: list[LensRow]


def _decoder_sites(config: ModelConfig) -> list[Site]:
    kinds: tuple[Kind, ...] = tuple(kind for kind in kinds_of(config) if kind != "encoder")
    sites = [Site("final_norm_scale", "decoder")]
    for layer in range(config.depth("decoder")):
        for kind in kinds:
            sites += [Site("z", kind, layer), Site("norm_scale", kind, layer)]
        for name in ("ff", "ff_norm_scale", "resid_post"):
            sites.append(Site(name, "decoder", layer))
    return sites


def _passed(model: TrainedModel, src_ids: Sequence[int], fed: Sequence[int]) -> _Passed:
    sites = _decoder_sites(model.config)
    with model.evaluating() as network, recording_sites(network, sites) as kept:
        memory = _memory(network, src_ids)
        logits = _last_logits(network, src_ids, fed, memory)
        found = {site: parts[0][0, ..., -1, :] for site, parts in kept.items()}
        lens = [
            LensRow(
                layer=layer,
                plain=_best(model, network.predict(stream[None, None])),
                normed=_best(model, network.predict(network.decoder_norm(stream[None, None]))),
            )
            for layer in range(model.config.depth("decoder"))
            for stream in [found[Site("resid_post", "decoder", layer)]]
        ]
    return _Passed(memory, logits, found, lens)


def _best(model: TrainedModel, logits: Tensor) -> tuple[Candidate, ...]:
    return best_candidates(logits[0, 0].float().log_softmax(dim=-1), model.tgt_tokenizer, TOP_K)


def _ids(network: Transformer, ids: Sequence[int]) -> Tensor:
    return torch.tensor([list(ids)], dtype=torch.long, device=network.output.weight.device)


def _memory(network: Transformer, src_ids: Sequence[int]) -> Sequence[KeyValue]:
    src = _ids(network, src_ids)
    return network.project_memory(network.encode(src, whole_mask(src)).memory)


def _last_logits(
    network: Transformer, src_ids: Sequence[int], fed: Sequence[int], memory: Sequence[KeyValue]
) -> Tensor:
    """``[vocabulary]`` after the last token fed."""
    src_mask, tgt = whole_mask(_ids(network, src_ids)), _ids(network, fed)
    mask = causal_mask(len(fed), device=tgt.device)
    return network.decode(tgt, memory, tgt_mask=mask, src_mask=src_mask).logits[0, -1]


class _Sum:
    """Vectors that sum to the residual stream at one position, each with what it is of."""

    def __init__(self, direction: Tensor) -> None:
        """``direction`` ``[d_model]``: its product with each vector is the value of the term."""
        self._direction = direction
        self._labels: list[Term] = []
        self._vectors: list[Tensor] = []

    def add(self, label: Term, vector: Tensor) -> None:
        self._labels.append(label)
        self._vectors.append(vector)

    def norm(self, norm: nn.Module, scale: Tensor, label: Term) -> None:
        """Pass all through a norm whose scale is held; its bias is a term of its own."""
        if not isinstance(norm, nn.LayerNorm | nn.RMSNorm):
            return
        vectors = torch.stack(self._vectors)
        if isinstance(norm, nn.LayerNorm):
            vectors = vectors - vectors.mean(dim=-1, keepdim=True)
        self._vectors = list(vectors * scale * norm.weight)
        if isinstance(norm, nn.LayerNorm) and norm.bias is not None:
            self.add(label, norm.bias)

    def terms(self) -> list[Term]:
        values = torch.stack(self._vectors) @ self._direction
        return [
            dataclasses.replace(label, value=value)
            for label, value in zip(self._labels, values.tolist(), strict=True)
        ]


def _terms(
    model: TrainedModel, passed: _Passed, fed: Sequence[int], token: int, other: int
) -> list[Term]:
    with model.evaluating() as network:
        weight, bias = network.output.weight, network.output.bias
        stream = _Sum(weight[token] - weight[other])
        embedding, place = network.tgt_embedding, len(fed) - 1
        fed_id = torch.tensor(fed[-1], device=weight.device)
        vectors = embedding.tokens(fed_id) * embedding.scale, embedding.positions(place, 1)[0]
        stream.add(Term(part="token embedding", value=0), vectors[0])
        stream.add(Term(part="position embedding", value=0), vectors[1])
        scale = norm_scale(embedding.norm, vectors[0] + vectors[1])
        stream.norm(embedding.norm, scale, Term(part="norm bias", value=0))
        for layer, module in enumerate(network.layers("decoder")):
            if isinstance(module, DecoderLayer):
                _add_layer(stream, module, layer, passed.sites)
        scale = passed.sites[Site("final_norm_scale", "decoder")]
        stream.norm(network.decoder_norm, scale, Term(part="norm bias", value=0))
        terms = stream.terms()
        if bias is not None:
            terms.append(Term(part="output bias", value=float(bias[token] - bias[other])))
    return terms


def _add_layer(stream: _Sum, module: DecoderLayer, layer: int, sites: dict[Site, Tensor]) -> None:
    parts: list[tuple[Kind, MultiHeadAttention, Residual]] = [
        ("decoder", module.attention, module.attention_residual)
    ]
    if hasattr(module, "cross"):
        parts.append(("cross", module.cross, module.cross_residual))
    for kind, attention, residual in parts:
        for head, z in enumerate(sites[Site("z", kind, layer)]):
            own = slice(head * z.numel(), (head + 1) * z.numel())
            label = _head_term(Site("z", kind, layer, head))
            stream.add(label, attention.w_o.weight[:, own] @ z)
        if attention.w_o.bias is not None:
            label = Term(part="attention bias", value=0, kind=kind, layer=layer)
            stream.add(label, attention.w_o.bias)
        if not residual.pre:
            label = Term(part="norm bias", value=0, kind=kind, layer=layer)
            stream.norm(residual.norm, sites[Site("norm_scale", kind, layer)], label)
    label = Term(part="feed-forward", value=0, kind="decoder", layer=layer)
    stream.add(label, sites[Site("ff", "decoder", layer)])
    residual = module.feed_forward_residual
    if not residual.pre:
        label = Term(part="norm bias", value=0, kind="decoder", layer=layer)
        stream.norm(residual.norm, sites[Site("ff_norm_scale", "decoder", layer)], label)


# ------------------------------------------------------------------------------------------ effect


def _difference_without(
    model: TrainedModel,
    src_ids: Sequence[int],
    fed: Sequence[int],
    site: Site,
    token: int,
    other: int,
    *,
    memory: Sequence[KeyValue],
) -> float | None:
    """The difference while a head is zero; None if it is changed already.

    ``memory`` is used where the head is not in the encoder, which it does not change.
    """
    try:
        without = model.under((*model.interventions, Intervention(site=site, how="zero")))
    except ConfigError:
        return None
    with without.evaluating() as network:
        memory = _memory(network, src_ids) if site.kind == "encoder" else memory
        logits = _last_logits(network, src_ids, fed, memory)
    return float(logits[token] - logits[other])


def _head_term(site: Site) -> Term:
    """Heads of the encoder have no direct way to the logits: their value is 0."""
    return Term(part="head", value=0.0, kind=site.kind, layer=site.layer, head=site.head)


def _with_effect(
    record: WhyRecord, site: Site, effect: float | None, *, measured: tuple[int, int]
) -> WhyRecord:
    return dataclasses.replace(
        record,
        terms=tuple(
            dataclasses.replace(term, effect=effect) if term.site == site else term
            for term in record.terms
        ),
        measured=measured,
    )
