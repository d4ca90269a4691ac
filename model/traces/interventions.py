"""Interventions: values put in place of activations, at sites of the network. Numpy only.

Layers, heads, rows and columns count from 0 here, and from 1 in JSON and in sentences.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from model.arrays import FloatArray, frozen
from model.config import ModelConfig
from model.messages import ConfigError
from model.traces.trace import KINDS, Kind, kinds_of, stack_of
from model.values import LARGEST_WHOLE, MOST_ITEMS, Few, Number, ShortText, check_names, read

# ------------------------------------------------------------------------------------------- sites


SiteName = Literal[
    "embed",
    "scores",
    "weights",
    "z",
    "out",
    "ff",
    "resid_pre",
    "resid_mid",
    "resid_post",
    "memory",
    "norm_scale",
    "ff_norm_scale",
    "final_norm_scale",
]
"""``z`` is a head's weighted sum of values, before W_O; ``out`` and ``ff`` are what a sublayer adds
to the residual stream ``resid``; a norm's scale is 1/σ at each position."""

How = Literal[
    "zero",
    "mean",
    "uniform",
    "first",
    "previous",
    "diagonal",
    "scale",
    "array",
    "take",
    "freeze",
    "hide",
]
"""How the value is made; ``hide`` removes keys before the softmax."""

GIVEN: tuple[How, ...] = ("mean", "array", "take", "freeze")
"""Those that need an array."""

_ANY: tuple[How, ...] = ("scale", "array", "take", "freeze")
_VECTOR: tuple[How, ...] = ("zero", "mean", *_ANY)
_STACKS: tuple[Kind, ...] = ("encoder", "decoder")


class SiteRule(NamedTuple):
    """Where a site is, its values, and its name in TransformerLens."""

    kinds: tuple[Kind, ...]
    how: tuple[How, ...]
    other_name: str
    in_layers: bool = True
    in_heads: bool = False


SITES: Mapping[SiteName, SiteRule] = {
    "embed": SiteRule(_STACKS, _VECTOR, "hook_embed", in_layers=False),
    "scores": SiteRule(KINDS, ("hide", *_ANY), "attn.hook_attn_scores", in_heads=True),
    "weights": SiteRule(
        KINDS,
        ("uniform", "first", "previous", "diagonal", "array", "take", "freeze"),
        "attn.hook_pattern",
        in_heads=True,
    ),
    "z": SiteRule(KINDS, _VECTOR, "attn.hook_z", in_heads=True),
    "out": SiteRule(KINDS, _VECTOR, "hook_attn_out"),
    "ff": SiteRule(_STACKS, _VECTOR, "hook_mlp_out"),
    "resid_pre": SiteRule(_STACKS, _VECTOR, "hook_resid_pre"),
    "resid_mid": SiteRule(KINDS, _VECTOR, "hook_resid_mid"),
    "resid_post": SiteRule(_STACKS, _VECTOR, "hook_resid_post"),
    "memory": SiteRule(("encoder",), _VECTOR, "encoder_final_ln.hook_normalized", in_layers=False),
    "norm_scale": SiteRule(KINDS, _ANY, "ln1.hook_scale"),
    "ff_norm_scale": SiteRule(_STACKS, _ANY, "ln2.hook_scale"),
    "final_norm_scale": SiteRule(_STACKS, _ANY, "ln_final.hook_scale", in_layers=False),
}


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the network; ``head`` None means all heads of the layer.

    Raises:
        ConfigError: the site has no such kind, layer or head.
    """

    name: SiteName
    kind: Kind
    layer: int | None = None
    head: int | None = None

    def __post_init__(self) -> None:
        rule = SITES.get(self.name)
        if rule is None:
            raise ConfigError(
                "{site!r} is not a site; the sites are {sites}.",
                site=self.name,
                sites=", ".join(SITES),
            )
        if self.kind not in rule.kinds:
            raise ConfigError(
                "The site {site} is in {kinds}, not in {kind!r}.",
                site=self.name,
                kinds=", ".join(rule.kinds),
                kind=self.kind,
            )
        if (self.layer is not None) != rule.in_layers:
            if rule.in_layers:
                raise ConfigError("The site {site} needs a layer.", site=self.name)
            raise ConfigError("The site {site} has no layers.", site=self.name)
        if self.head is not None and not rule.in_heads:
            raise ConfigError("The site {site} has no heads.", site=self.name)

    def __str__(self) -> str:
        numbers = [str(part + 1) for part in (self.layer, self.head) if part is not None]
        return " ".join((self.name, self.kind, *numbers))

    def check(self, config: ModelConfig) -> None:
        """Raise ConfigError if a model has no such site."""
        kinds = kinds_of(config)
        needed: tuple[Kind, ...] = ("cross",) if self.name == "memory" else (self.kind,)
        if any(kind not in kinds for kind in needed) and not (
            self.name == "memory" and kinds == ("encoder",)
        ):
            raise ConfigError(
                "{site}: the model has no {kind} attention.", site=self, kind=needed[0]
            )
        layers = config.depth(stack_of(self.kind))
        if self.layer is not None and not 0 <= self.layer < layers:
            raise ConfigError(
                "{site}: layer {layer} does not exist; the {stack} has layers 1 to {layers}.",
                site=self,
                layer=self.layer + 1,
                stack=stack_of(self.kind),
                layers=layers,
            )
        if self.head is not None and not 0 <= self.head < config.n_heads:
            raise ConfigError(
                "{site}: head {head} does not exist; a layer has heads 1 to {heads}.",
                site=self,
                head=self.head + 1,
                heads=config.n_heads,
            )

    def overlaps(self, other: Site) -> bool:
        same = (self.name, self.kind, self.layer) == (other.name, other.kind, other.layer)
        return same and (self.head == other.head or None in {self.head, other.head})

    @property
    def other_name(self) -> str:
        """Its name in TransformerLens."""
        name = SITES[self.name].other_name
        if self.layer is None:
            return name if self.kind == "encoder" else name.replace("embed", "decoder_embed")
        stack = f"{stack_of(self.kind)}.{self.layer}."
        return stack + (name.replace("attn.", "cross_attn.") if self.kind == "cross" else name)


def parsed_site(text: str) -> Site:
    """A site from ``z:cross:2:8``, numbered from 1; raises ConfigError."""
    name, _, rest = text.partition(":")
    kind, *numbers = rest.split(":")
    if len(numbers) > 2 or not all(number.isdecimal() and int(number) for number in numbers):
        raise ConfigError("{site!r} is not SITE:KIND, SITE:KIND:LAYER or …:HEAD.", site=text)
    layer, head = (*(int(number) - 1 for number in numbers), None, None)[:2]
    known: tuple[Any, Any] = (name, kind)
    return Site(*known, layer, head)


# ----------------------------------------------------------------------------------- interventions


@dataclass(frozen=True, eq=False, kw_only=True)
class Intervention:
    """A value in place of an activation, in every computation of a run.

    Attributes:
        site: where.
        how: how the value is made.
        factor: of ``scale``.
        values: of ``mean``, ``[heads, d_k]`` or ``[d]`` for one head and for sites without heads;
            None until a sample is known; of the other given ones ``[heads, row, …]`` or
            ``[row, …]``; read-only.
        rows: the query positions that are replaced, one for each row of the values; None = all, or
            those from 0 that there are values for.
        columns: the keys that ``hide`` removes.
        origin: what the values come from: a sample, a branch, a run.

    Raises:
        ConfigError: the value makes no sense at the site, or weights are none.
    """

    site: Site
    how: How
    factor: float = 1.0
    values: FloatArray | None = None
    rows: tuple[int, ...] | None = None
    columns: tuple[int, ...] = ()
    origin: str = ""

    def __post_init__(self) -> None:
        site, how = self.site, self.how
        if how not in SITES[site.name].how:
            raise ConfigError(
                "{how!r} makes no sense at {site}; allowed: {allowed}.",
                how=how,
                site=site,
                allowed=", ".join(SITES[site.name].how),
            )
        if how in {"previous", "diagonal"} and site.kind == "cross":
            raise ConfigError(
                "{how!r} is defined for self-attention only, not at {site}.", how=how, site=site
            )
        if how not in {"mean", *GIVEN} and self.values is not None:
            raise ConfigError("{how!r} at {site} takes no values.", how=how, site=site)
        if how in GIVEN and how != "mean" and self.values is None:
            raise ConfigError("{how!r} at {site}: values are missing.", how=how, site=site)
        if how == "hide" and not self.columns:
            raise ConfigError("{how!r} at {site}: no key is named.", how=how, site=site)
        if self.values is not None:
            self._check_values(self.values)

    def _check_values(self, values: FloatArray) -> None:
        heads = SITES[self.site.name].in_heads and self.site.head is None
        one_number = self.site.name.endswith("norm_scale")
        dims = 1 + heads + (self.how != "mean" and not one_number)
        if values.ndim != dims:
            raise ConfigError(
                "The values at {site} have the shape {shape}, which does not have {dims} axes.",
                site=self.site,
                shape=list(values.shape),
                dims=dims,
            )
        given = values.shape[heads]
        if self.rows is not None and self.how != "mean" and len(self.rows) != given:
            raise ConfigError(
                "{given} rows of values at {site} are for {rows} rows.",
                given=given,
                site=self.site,
                rows=len(self.rows),
            )
        if not np.isfinite(values).all() and self.site.name != "scores":
            raise ConfigError("The values at {site} are not all finite.", site=self.site)
        if self.site.name == "weights":
            self._check_weights(values)

    def _check_weights(self, values: FloatArray) -> None:
        sums = values.sum(axis=-1, dtype=np.float64)
        wrong = (abs(sums - 1) > 1e-5) | (values < 0).any(axis=-1)
        wrong &= values.any(axis=-1)  # a row that may attend to nothing is 0
        if wrong.any():
            place = tuple(np.argwhere(wrong)[0])
            raise ConfigError(
                "Row {row} of the weights at {site} is not a distribution: its sum is {sum}, its "
                "smallest weight {smallest}.",
                row=int(place[-1]) + 1,
                site=self.site,
                sum=f"{sums[place]:.6g}",
                smallest=f"{values[place].min():.6g}",
            )

    @property
    def filled(self) -> bool:
        """Whether its values are known."""
        return self.how != "mean" or self.values is not None

    def _key(self) -> tuple[Any, ...]:
        values = None if self.values is None else (self.values.shape, self.values.tobytes())
        return self.site, self.how, self.factor, values, self.rows, self.columns, self.origin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Intervention) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.site, self.how))

    def __str__(self) -> str:
        factor = f" {self.factor:g}" if self.how == "scale" else ""
        return f"{self.site}: {self.how}{factor}"


Interventions = tuple[Intervention, ...]


def check_interventions(interventions: Iterable[Intervention], config: ModelConfig) -> None:
    """Raise ConfigError if a model lacks a site, a shape does not fit, or two overlap."""
    interventions = tuple(interventions)
    for intervention in interventions:
        intervention.site.check(config)
        if not intervention.filled:
            raise ConfigError(
                "{intervention}: the values of the mean are missing.", intervention=intervention
            )
        _check_shape(intervention, config)
    for one, other in combinations(interventions, 2):
        if one.site.overlaps(other.site) and _same_cells(one, other):
            raise ConfigError(
                "Two interventions are on the same cells: {one} and {other}.", one=one, other=other
            )


def _same_cells(one: Intervention, other: Intervention) -> bool:
    if one.how == other.how == "hide":
        return bool({*one.columns} & {*other.columns})
    return one.rows is None or other.rows is None or bool({*one.rows} & {*other.rows})


def _check_shape(intervention: Intervention, config: ModelConfig) -> None:
    values, site = intervention.values, intervention.site
    if values is None or site.name in {"scores", "weights"} or site.name.endswith("norm_scale"):
        return
    in_heads = SITES[site.name].in_heads
    width = config.d_k if in_heads else config.d_model
    heads = config.n_heads if in_heads and site.head is None else None
    if values.shape[-1] != width or (heads is not None and values.shape[0] != heads):
        raise ConfigError(
            "The values at {site} have the shape {shape}; the model has {heads} heads of width "
            "{d_k}, and d_model {d_model}.",
            site=site,
            shape=list(values.shape),
            heads=config.n_heads,
            d_k=config.d_k,
            d_model=config.d_model,
        )


# -------------------------------------------------------------------------------- groups of sites


def head_sites(
    config: ModelConfig, kind: Kind, layer: int | None = None, head: int | None = None
) -> tuple[Site, ...]:
    """The site ``z`` of one head, of a layer, or of every layer of a kind.

    Raises ConfigError if the model has no attention of the kind.
    """
    Site("z", kind, 0).check(config)
    layers = range(config.depth(stack_of(kind))) if layer is None else (layer,)
    return tuple(Site("z", kind, each, head) for each in layers)


def every_head(config: ModelConfig, kinds: Sequence[Kind] = KINDS) -> tuple[Site, ...]:
    """The site ``z`` of each head of a model, of these kinds."""
    return tuple(
        Site("z", kind, layer, head)
        for kind in kinds_of(config)
        if kind in kinds
        for layer in range(config.depth(stack_of(kind)))
        for head in range(config.n_heads)
    )


def hidden_source(config: ModelConfig, tokens: Sequence[int]) -> Interventions:
    """Hide tokens of the source, or without an encoder of the prompt: no query attends to them."""
    kinds = kinds_of(config)
    columns = tuple(token + _before_prompt(config) for token in tokens)
    return tuple(
        Intervention(site=Site("scores", kind, layer), how="hide", columns=columns)
        for kind in kinds
        if kind != "decoder" or kinds == ("decoder",)
        for layer in range(config.depth(stack_of(kind)))
    )


def hidden_toggled(
    interventions: Interventions, config: ModelConfig, tokens: Sequence[int]
) -> Interventions:
    """Hide more tokens; those of which all are hidden already are shown again."""
    hidden = {token - _before_prompt(config) for token in hidden_columns(interventions)}
    now = hidden - {*tokens} if hidden >= {*tokens} else hidden | {*tokens}
    kept = tuple(each for each in interventions if each.how != "hide")
    return (*kept, *hidden_source(config, sorted(now))) if now else kept


def hidden_columns(interventions: Iterable[Intervention]) -> tuple[int, ...]:
    """The keys that some layer hides."""
    found = {column for each in interventions if each.how == "hide" for column in each.columns}
    return tuple(sorted(found))


def _before_prompt(config: ModelConfig) -> int:
    return int(kinds_of(config) == ("decoder",))  # ``<s>``


def toggled(interventions: Interventions, added: Interventions, *, n_heads: int) -> Interventions:
    """Add interventions on heads; if the heads all have them, in this way, they are removed.

    Others on the same heads are replaced. The result does not depend on the order of such steps:
    it is sorted, and the heads of a layer with one value are one intervention.
    """
    new = [part for each in added for part in _by_head(each, n_heads)]
    there = [part for each in interventions for part in _by_head(each, n_heads)]
    heads = {_head_of(each) for each in new}
    kept = [each for each in there if _head_of(each) not in heads]
    if {(each.site, each.how, each.origin) for each in there} >= {
        (each.site, each.how, each.origin) for each in new
    }:
        new = []
    return tuple(sorted(_by_layer([*kept, *new], n_heads), key=_place_of))


_Head = tuple[Kind, int | None, int | None]


def _head_of(intervention: Intervention) -> _Head | None:
    """The head whose output is replaced; None for other sites."""
    site = intervention.site
    return (site.kind, site.layer, site.head) if site.name in {"z", "weights"} else None


def _by_head(intervention: Intervention, n_heads: int) -> Interventions:
    site, values = intervention.site, intervention.values
    if _head_of(intervention) is None or site.head is not None:
        return (intervention,)
    return tuple(
        dataclasses.replace(
            intervention,
            site=dataclasses.replace(site, head=head),
            values=None if values is None else values[head],
        )
        for head in range(n_heads)
    )


def _by_layer(interventions: Sequence[Intervention], n_heads: int) -> Iterator[Intervention]:
    """Those of all heads of a layer as one, if they need no values of their own."""
    groups: dict[Intervention, list[Intervention]] = {}
    for each in interventions:
        mergeable = _head_of(each) is not None and each.values is None
        site = dataclasses.replace(each.site, head=None) if mergeable else each.site
        groups.setdefault(dataclasses.replace(each, site=site), []).append(each)
    for whole, group in groups.items():
        yield from (whole,) if len(group) == n_heads else group


def _place_of(intervention: Intervention) -> tuple[int, int, int, str]:
    site = intervention.site
    layer, head = (-1 if number is None else number for number in (site.layer, site.head))
    return KINDS.index(site.kind), layer, head, site.name


def affected_heads(
    interventions: Iterable[Intervention], *, n_heads: int
) -> frozenset[tuple[Kind, int, int]]:
    """Kind, layer and head of each head whose own activations are replaced.

    A hidden word replaces none: it is no longer there to be attended to.
    """
    return frozenset(
        (site.kind, site.layer, head)
        for site in (each.site for each in interventions if each.how != "hide")
        if site.layer is not None and (SITES[site.name].in_heads or site.name == "out")
        for head in (range(n_heads) if site.head is None else (site.head,))
    )


# ----------------------------------------------------------------------------------------- effects
# What interventions do to a model, on a sample of sentence pairs.


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What one change of a model does to its loss on a sample.

    Attributes:
        sites: what was changed together.
        loss: mean increase a token, in nats; the targets are the given ones.
        standard_error: by a paired bootstrap over the sentences (Koehn 2004); NaN of one sentence.
        n: sentences.
    """

    sites: tuple[Site, ...]
    loss: float
    standard_error: float
    n: int

    @property
    def clear(self) -> bool:
        """Whether it exceeds two standard errors."""
        return abs(self.loss) > 2 * self.standard_error

    @property
    def pale(self) -> bool:
        """Whether it may be chance."""
        return abs(self.loss) <= 2 * self.standard_error


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    """The score of a model without some of its heads.

    Attributes:
        order: which order of removal: 0 is the given one, others are random.
        removed: number of groups that are off.
        exact: share of exact translations, 0 … 1.
        bleu: 0 … 100.
    """

    order: int
    removed: int
    exact: float
    bleu: float


# -------------------------------------------------------------------------------------------- json


_Number = Annotated[int, Meta(ge=1, le=LARGEST_WHOLE)]


@dataclass(frozen=True, kw_only=True)
class _Saved:
    """An intervention in a file; numbers count from 1."""

    CLOSED = True

    site: SiteName
    kind: Kind
    value: How
    layer: _Number | None = None
    head: _Number | None = None
    factor: Number = 1.0
    values: Any = None
    rows: Few[_Number] | None = None
    columns: Few[_Number] = ()
    origin: ShortText = ""


def to_json(intervention: Intervention) -> dict[str, Any]:
    """Plain values for JSON; what has its default is left out."""
    site, values = intervention.site, intervention.values
    rows = intervention.rows
    saved = _Saved(
        site=site.name,
        kind=site.kind,
        value=intervention.how,
        layer=None if site.layer is None else site.layer + 1,
        head=None if site.head is None else site.head + 1,
        factor=intervention.factor,
        values=None if values is None else values.tolist(),
        rows=None if rows is None else tuple(row + 1 for row in rows),
        columns=tuple(column + 1 for column in intervention.columns),
        origin=intervention.origin,
    )
    return {
        field.name: value
        for field in dataclasses.fields(saved)
        if (value := getattr(saved, field.name)) != field.default
    }


def from_json(told: object) -> Interventions:
    """Interventions from a list of plain values.

    Raises:
        ConfigError: one sentence with the wrong value.
    """
    return tuple(_from_one(each) for each in read(Few[dict[str, Any]], told, "interventions"))


def _from_one(told: Mapping[str, Any]) -> Intervention:
    check_names(_Saved, told)
    saved = read(_Saved, told, "intervention")
    site = Site(
        saved.site,
        saved.kind,
        None if saved.layer is None else saved.layer - 1,
        None if saved.head is None else saved.head - 1,
    )
    return Intervention(
        site=site,
        how=saved.value,
        factor=saved.factor,
        values=None if saved.values is None else _array(site, saved.values),
        rows=None if saved.rows is None else tuple(row - 1 for row in saved.rows),
        columns=tuple(column - 1 for column in saved.columns),
        origin=saved.origin,
    )


def _array(site: Site, values: object) -> FloatArray:
    try:
        array = np.array(values, dtype=np.float32)
    except (ValueError, TypeError, OverflowError) as error:
        raise ConfigError("The values at {site} are not an array of numbers.", site=site) from error
    if array.size > MOST_ITEMS:
        raise ConfigError(
            "The values at {site} are {count} numbers; at most {most} are read.",
            site=site,
            count=array.size,
            most=MOST_ITEMS,
        )
    return frozen(array)
