"""Interventions as forward hooks: what they replace, and recordings of activations at sites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from model.messages import ConfigError
from model.network.attention import MultiHeadAttention
from model.network.layers import DecoderLayer, EncoderLayer, Residual
from model.network.transformer import Transformer
from model.traces.interventions import SITES, Intervention, Site
from model.traces.trace import Kind, stack_of

# ------------------------------------------------------------------------------------------ places


class _Place(NamedTuple):
    """The module whose hooks reach a site; before it runs, or after."""

    module: nn.Module
    before: bool = False


def _attention(network: Transformer, kind: Kind, layer: int) -> tuple[MultiHeadAttention, Residual]:
    module = network.layers(stack_of(kind))[layer]
    if kind == "cross" and isinstance(module, DecoderLayer):
        return module.cross, module.cross_residual
    return module.attention, module.attention_residual


def _place(network: Transformer, site: Site) -> _Place:
    """Where a site that has been checked is in a network."""
    stack = stack_of(site.kind)
    if site.layer is None:
        norm = network.last_norm(stack)
        return _Place(network.embedding(stack) if site.name == "embed" else norm)
    layer: EncoderLayer | DecoderLayer = network.layers(stack)[site.layer]
    attention, residual = _attention(network, site.kind, site.layer)
    modules: dict[str, nn.Module] = {
        "scores": attention.at_scores,
        "weights": attention.at_weights,
        "z": attention.at_z,
        "out": attention.w_o,
        "ff": layer.feed_forward,
        "resid_pre": layer,
        "resid_mid": residual.at_stream,
        "resid_post": layer.feed_forward_residual.at_stream,
        "norm_scale": residual.norm,
        "ff_norm_scale": layer.feed_forward_residual.norm,
    }
    return _Place(modules[site.name], before=site.name == "resid_pre")


_Change = Callable[[Tensor, Tensor | None, int], Tensor]
"""An activation, the mask if its site has one, and the position of its first row → the new one."""


@contextmanager
def _hooked(network: Transformer, changes: Sequence[tuple[Site, _Change]]) -> Iterator[None]:
    """Apply changes in their order while the network runs."""
    starts = {"encoder": 0, "decoder": 0}

    def keep_start(_: nn.Module, args: Any, kwargs: Mapping[str, Any]) -> None:
        starts["decoder"] = kwargs.get("start", 0)

    together: dict[tuple[_Place, bool], list[tuple[Site, _Change]]] = defaultdict(list)
    for site, change in changes:
        together[_place(network, site), _is_scale(site)].append((site, change))
    with ExitStack() as hooks:
        if network.config.depth("decoder"):
            embedding = network.tgt_embedding
            hooks.callback(embedding.register_forward_pre_hook(keep_start, with_kwargs=True).remove)
        for (place, _), own in sorted(together.items(), key=lambda item: not item[0][1]):
            hooks.callback(_registered(place, own, starts))  # a norm's scale before its output
        yield


def _is_scale(site: Site) -> bool:
    return site.name.endswith("norm_scale")


def _registered(
    place: _Place, changes: Sequence[tuple[Site, _Change]], starts: Mapping[str, int]
) -> Callable[[], None]:
    """Register one hook for the changes at a module; returns what removes it."""

    def changed(x: Tensor, mask: Tensor | None) -> Tensor:
        for site, change in changes:
            x = change(x, mask, starts[stack_of(site.kind)])
        return x

    def before(_: nn.Module, args: tuple[Any, ...]) -> tuple[Any, ...]:
        return (changed(args[0], None), *args[1:])

    def after(module: nn.Module, args: tuple[Any, ...], output: Tensor) -> Tensor:
        if _is_scale(changes[0][0]):
            scale = norm_scale(module, args[0])
            return _rescaled(module, output, changed(scale, None) / scale)
        return changed(output, args[1] if len(args) > 1 else None)

    if place.before:
        return place.module.register_forward_pre_hook(before).remove
    return place.module.register_forward_hook(after).remove


def norm_scale(norm: nn.Module, x: Tensor) -> Tensor:
    """1/σ of a norm's input, ``[…, d_model]`` → ``[…, 1]``; 1 where there is no norm."""
    if isinstance(norm, nn.LayerNorm):
        return (x.var(dim=-1, keepdim=True, correction=0) + norm.eps).rsqrt()
    if isinstance(norm, nn.RMSNorm):
        epsilon = torch.finfo(x.dtype).eps if norm.eps is None else norm.eps
        return (x.square().mean(dim=-1, keepdim=True) + epsilon).rsqrt()
    return torch.ones_like(x[..., :1])


def _rescaled(norm: nn.Module, output: Tensor, by: Tensor) -> Tensor:
    bias = norm.bias if isinstance(norm, nn.LayerNorm) else None
    return output * by if bias is None else (output - bias) * by + bias


# ----------------------------------------------------------------------------------- interventions


@contextmanager
def intervening(network: Transformer, interventions: Iterable[Intervention]) -> Iterator[None]:
    """Replace activations in every forward pass inside; see :class:`Intervention`."""
    with _hooked(network, [(each.site, _change_of(each)) for each in interventions]):
        yield


def _change_of(intervention: Intervention) -> _Change:
    site = intervention.site
    in_heads = SITES[site.name].in_heads
    values = None if intervention.values is None else torch.from_numpy(intervention.values.copy())

    def change(x: Tensor, mask: Tensor | None, start: int) -> Tensor:
        whole = x if in_heads else x[:, None]  # [batch, heads or 1, row, …]
        heads = slice(None) if site.head is None else slice(site.head, site.head + 1)
        rows = _rows(intervention, start, whole.size(2))
        if not rows:
            return x
        part = whole[:, heads, rows]
        own = None if values is None else values.to(device=x.device, dtype=x.dtype)
        changed = whole.clone()
        changed[:, heads, rows] = _new_value(intervention, part, own, mask, start, rows)
        return changed if in_heads else changed[:, 0]

    return change


def _rows(intervention: Intervention, start: int, count: int) -> list[int]:
    """Which of the rows ``start … start + count`` are replaced, from 0."""
    values = intervention.values
    if intervention.rows is not None:
        wanted: Iterable[int] = intervention.rows
    elif values is None or intervention.how == "mean":
        return list(range(count))
    else:
        in_heads = SITES[intervention.site.name].in_heads and intervention.site.head is None
        wanted = range(values.shape[int(in_heads)])
    return sorted(row - start for row in wanted if start <= row < start + count)


def _new_value(
    intervention: Intervention,
    part: Tensor,
    values: Tensor | None,
    mask: Tensor | None,
    start: int,
    rows: Sequence[int],
) -> Tensor:
    """What is put in place of ``part``, ``[batch, heads, row, …]``."""
    how = intervention.how
    if how == "scale":
        return part * intervention.factor
    if how == "zero":
        return torch.zeros_like(part)
    if how == "hide":
        hidden, keys = part.clone(), part.size(-1)
        columns = [column for column in intervention.columns if column < keys]
        # a key of the target may be a token that is not there yet
        if intervention.site.kind != "decoder" and len(columns) < len(intervention.columns):
            raise ConfigError(
                "{intervention}: key {key} does not exist; the source has {keys} tokens.",
                intervention=intervention,
                key=max(intervention.columns) + 1,
                keys=keys,
            )
        # not −∞: where every key is hidden, the row stays a distribution
        hidden[..., columns] = torch.finfo(part.dtype).min
        return hidden
    if values is None:
        return _pattern(intervention, part, mask, start, rows)
    heads_in_values = SITES[intervention.site.name].in_heads and intervention.site.head is None
    if how == "mean":
        return (values if heads_in_values else values[None])[None, :, None].expand_as(part)
    order = [row + start for row in rows]
    index = order if intervention.rows is None else [intervention.rows.index(row) for row in order]
    chosen = (values if heads_in_values else values[None])[:, index]  # [heads or 1, row, …]
    if chosen.dim() == 2:  # one number for each position
        chosen = chosen[..., None]
    fitted = _fitted(intervention.site, chosen, part.size(-1), order)
    if intervention.site.name == "weights":
        _check_masked(intervention.site, (fitted != 0) & ~_allowed(part, mask, rows), order)
    return fitted[None].expand_as(part)


def _fitted(site: Site, chosen: Tensor, keys: int, order: Sequence[int]) -> Tensor:
    """Values ``[heads or 1, row, …]`` for so many keys; raises ConfigError if any would be lost."""
    if site.kind == "decoder" and site.name in {"scores", "weights"}:
        later = chosen[..., keys:]  # of tokens that are not there yet
        if site.name == "weights":
            _check_masked(site, later != 0, order, first=keys)
        return torch.nn.functional.pad(chosen, (0, keys - chosen.size(-1)))
    if not chosen[..., keys:].any():
        chosen = chosen[..., :keys]
    if chosen.size(-1) != keys:
        raise ConfigError(
            "The values at {site} are for {keys} keys; this run has {other}.",
            site=site,
            keys=chosen.size(-1),
            other=keys,
        )
    return chosen


def _check_masked(site: Site, wrong: Tensor, order: Sequence[int], *, first: int = 0) -> None:
    """Raise ConfigError if any weight ``[…, row, key]`` is wrong; the keys begin at ``first``."""
    if wrong.any():
        *_, row, key = wrong.nonzero()[0].tolist()
        raise ConfigError(
            "Row {row} of the weights at {site} attends to key {key}, which is masked.",
            row=order[row] + 1,
            site=site,
            key=first + key + 1,
        )


def _allowed(part: Tensor, mask: Tensor | None, rows: Sequence[int]) -> Tensor:
    """True for keys that may be attended, ``[batch, heads or 1, row, key]``."""
    if mask is None:
        return torch.ones_like(part, dtype=torch.bool)
    whole = mask if mask.size(-2) == 1 else mask[:, :, list(rows)]
    return whole.expand(part.size(0), -1, part.size(2), part.size(-1))


def _pattern(
    intervention: Intervention,
    part: Tensor,
    mask: Tensor | None,
    start: int,
    rows: Sequence[int],
) -> Tensor:
    """Weights of a fixed pattern over the keys that may be attended, like ``part``."""
    keys, allowed = part.size(-1), _allowed(part, mask, rows)
    if intervention.how == "uniform":
        shares = allowed.to(part.dtype)
        return (shares / shares.sum(dim=-1, keepdim=True).clamp(min=1)).expand_as(part)
    positions = torch.tensor([row + start for row in rows], device=part.device)
    offset = {"first": 0 * positions, "diagonal": positions, "previous": positions - 1}
    place = offset[intervention.how].clamp(0, keys - 1)
    pattern = torch.nn.functional.one_hot(place, keys).to(part.dtype)  # [row, key]
    return (pattern * allowed).expand_as(part)


# --------------------------------------------------------------------------------------- recording


@contextmanager
def recording_sites(
    network: Transformer, sites: Iterable[Site]
) -> Iterator[Mapping[Site, Sequence[Tensor]]]:
    """Keep what sites have in the forward passes inside, after any intervention before this one.

    Each pass adds a tensor, ``[batch, heads, row, …]`` or without heads ``[batch, row, …]``; of a
    site of one head ``[batch, row, …]``.
    """
    kept: dict[Site, list[Tensor]] = {site: [] for site in sites}

    def keeper(site: Site) -> _Change:
        def keep(x: Tensor, mask: Tensor | None, start: int) -> Tensor:
            kept[site].append((x if site.head is None else x[:, site.head]).detach().clone())
            return x

        return keep

    with _hooked(network, [(site, keeper(site)) for site in kept]):
        yield kept
