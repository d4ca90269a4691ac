"""``headlight.model``: runs of a model under interventions, their activations and causes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from model.arrays import FloatArray, frozen
from model.checkpoint.header import read_checksum
from model.lessons.alignment import Links, RowChoice, aligned_trace
from model.lessons.why import WhyRecord
from model.messages import ConfigError, UserError
from model.steps import run_through
from model.traces.head_measures import aligned_head
from model.traces.interventions import (
    SITES,
    Effect,
    How,
    Intervention,
    Interventions,
    Site,
    SiteName,
    every_head,
    hidden_source,
)
from model.traces.trace import KINDS, Kind, stack_of
from model.values import check_choice
from viz_app.notebook.shown_trace import ShownTrace, loaded_model, session_of
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from torch import nn

    from model.decoding.sweep import Means
    from model.decoding.trained import TrainedModel

# ----------------------------------------------------------------------------------------- places


@dataclass(frozen=True, slots=True)
class SitePlace:
    """Where to intervene, numbered from 1 as in the window; made by :func:`headlight.at`.

    Without a layer it is every layer, without a head every head. Each method gives interventions
    for :meth:`ModelRun.with_`; by default values replace ``z``, patterns replace ``weights``.
    """

    kind: Kind
    layer: int | None
    head: int | None
    site: SiteName | None
    n_layers: int = 0

    def zero(self) -> Interventions:
        """0; which also removes the mean."""
        return self._made("z", "zero")

    def mean(self, means: Means) -> Interventions:
        """The mean over a sample, from :meth:`Model.means`."""
        return means.filled(self._made("z", "mean"))

    def scale(self, factor: float) -> Interventions:
        return self._made("z", "scale", factor=factor)

    def uniform(self) -> Interventions:
        """Equal weights for all keys that may be attended."""
        return self._made("weights", "uniform")

    def first(self) -> Interventions:
        """All weight on the first key."""
        return self._made("weights", "first")

    def previous(self) -> Interventions:
        """All weight on the key before the query; the first row on its own."""
        return self._made("weights", "previous")

    def diagonal(self) -> Interventions:
        """All weight on the query's own position."""
        return self._made("weights", "diagonal")

    def array(self, values: Any, rows: Sequence[int] | None = None) -> Interventions:
        """Values ``[row, …]``, or ``[heads, row, …]`` for all heads; ``rows`` count from 1."""
        array = frozen(np.array(values, dtype=np.float32))
        return self._made("z", "array", values=array, rows=_from_0(rows))

    def take(self, run: ModelRun, rows: dict[int, int] | None = None) -> Interventions:
        """The values of another run; ``rows`` maps rows of this run to rows of that one, from 1."""
        taken = []
        for site in self._sites("z"):
            values, targets = run.activation(site), None
            if rows is not None:
                axis = 1 if SITES[site.name].in_heads and site.head is None else 0
                places = [source - 1 for source in rows.values()]
                if any(not 0 <= place < values.shape[axis] for place in places):
                    raise ConfigError(
                        "{rows}: the run has rows 1 to {count}.",
                        rows=rows,
                        count=values.shape[axis],
                    )
                values, targets = values.take(places, axis=axis), _from_0([*rows])
            taken.append(
                Intervention(
                    site=site, how="take", values=values, rows=targets, origin=run.source_text
                )
            )
        return tuple(taken)

    def freeze(self, run: ModelRun) -> Interventions:
        """The weights of another run, by default; other sites as for :meth:`take`."""
        return tuple(
            Intervention(
                site=site, how="freeze", values=run.activation(site), origin=run.source_text
            )
            for site in self._sites("weights")
        )

    def _made(self, otherwise: SiteName, how: How, **given: Any) -> Interventions:
        return tuple(Intervention(site=site, how=how, **given) for site in self._sites(otherwise))

    def _sites(self, otherwise: SiteName) -> tuple[Site, ...]:
        name = self.site or otherwise
        if name in SITES and not SITES[name].in_layers:
            return (Site(name, self.kind),)
        if self.layer is None and not self.n_layers:
            raise ConfigError("{site} needs a layer: use model.at for every layer.", site=name)
        layers = range(self.n_layers) if self.layer is None else (self.layer - 1,)
        head = None if self.head is None else self.head - 1
        return tuple(Site(name, self.kind, layer, head) for layer in layers)


def _from_0(rows: Sequence[int] | None) -> tuple[int, ...] | None:
    return None if rows is None else tuple(row - 1 for row in rows)


def at(
    kind: Kind, *, layer: int | None = None, head: int | None = None, site: SiteName | None = None
) -> SitePlace:
    """A place in a network, numbered from 1 as in the window.

    Example::

        run.with_(headlight.at("cross", layer=2, head=8).zero())

    Args:
        kind: ``encoder``, ``decoder`` or ``cross``.
        layer: from 1.
        head: from 1; without it all heads.
        site: ``z``, ``weights``, ``scores``, ``out``, ``ff``, ``resid_pre``, ``memory`` …; without
            it the one that the value is for.
    """
    return SitePlace(kind, layer, head, site)


# ------------------------------------------------------------------------------------------- runs


class ModelRun(ShownTrace):
    """A translation by a model, perhaps under interventions.

    Made by :meth:`Model.run`. Everything of :class:`ShownTrace` is there, too.
    """

    def __init__(
        self, model: TrainedModel, text: str, ids: Sequence[int] | None, *, checksum: str
    ) -> None:
        from model.decoding.greedy import translate, translate_steps

        if ids is None:
            trace = translate(model, text)
        else:
            *_, trace = translate_steps(model, text, prefix=ids, max_steps=len(ids))
        super().__init__(session_of(trace, model, checksum=checksum))
        self._model, self._text, self._checksum = model, text, checksum

    @property
    def target(self) -> str:
        return self.translation

    @property
    def log_probs(self) -> FloatArray:
        """Natural log-probability of each target token; comparable for one target only."""
        return np.array([step.log_probability for step in self.steps], dtype=np.float32)

    def with_(self, *interventions: Interventions) -> ModelRun:
        """The same sentence under more interventions, decoded freely; raises ConfigError."""
        added = (*self._model.interventions, *(each for some in interventions for each in some))
        return ModelRun(self._model.under(added), self._text, None, checksum=self._checksum)

    def given(self, target: str) -> ModelRun:
        """The same interventions over a given target; raises SourceError."""
        from model.text.tokenizer import whole_target_ids

        ids = whole_target_ids(target, self._model.tgt_tokenizer)
        return ModelRun(self._model, self._text, ids, checksum=self._checksum)

    def hide(self, *words: int) -> ModelRun:
        """Without source tokens, counted from 1: no query attends to them."""
        count = len(self.source_tokens)
        wrong = [word for word in words if not 1 <= word <= count]
        if wrong:
            raise ConfigError(
                "There is no source token {word}: the sentence has {count}.",
                word=wrong[0],
                count=count,
            )
        return self.with_(hidden_source(self._model.config, [word - 1 for word in words]))

    def __getitem__(self, place: tuple[Any, ...]) -> FloatArray:
        """Activations, ``run["z", "cross", 2, 8]``: ``[row, d_k]``; numbers from 1."""
        name, kind, *numbers = place
        layer, head = (*(number - 1 for number in numbers), None, None)[:2]
        return self.activation(Site(name, kind, layer, head))

    def activation(self, site: Site) -> FloatArray:
        """What a site had in this run, computed over its target at once; raises ConfigError."""
        from model.decoding.sweep import activations

        ids = self.trace.source_ids, self.trace.fed_ids
        return activations(self._model, *ids, [site])[site]

    def why(self, token: str, other: str, *, step: int) -> WhyRecord:
        """Why ``token`` rather than ``other`` at a step, counted from 1.

        Raises:
            UserError: there is no such token or step, or the model is no sum of parts.
        """
        from model.lessons.with_torch.why import target_id, why_steps

        if not 1 <= step <= len(self.steps):
            raise UserError(
                "There is no step {step}: there are {count}.", step=step, count=len(self.steps)
            )
        ids = target_id(self._model, token), target_id(self._model, other)
        sides = self.trace.source_ids, self.trace.fed_ids
        *_, record = why_steps(self._model, *sides, step=step - 1, token=ids[0], other=ids[1])
        return record

    def alignment(
        self,
        kind: str = "cross",
        *,
        row: RowChoice = "predicted",
        layer: int | None = None,
        head: int | None = None,
    ) -> Links:
        """Pairs of a source and a target word, from 0 as in Pharaoh files.

        Without a layer that of the best-aligned head; without a head the mean of the layer.
        """
        if kind != "cross" or "cross" not in self.trace.kinds:
            raise UserError("Words are aligned by cross-attention, not by {kind!r}.", kind=kind)
        aligned = aligned_trace(self.trace, row)
        if layer is None:
            return aligned.links(*aligned_head(self.trace))
        site = Site("z", "cross", layer - 1, None if head is None else head - 1)
        site.check(self._model.config)
        return aligned.links(layer - 1, site.head)


class Model:
    """A loaded model; made by :func:`headlight.model`.

    Attributes:
        name: as ``headlight models`` lists it.
    """

    def __init__(self, model: TrainedModel, checksum: str) -> None:
        self._model, self._checksum, self.name = model, checksum, model.name

    @property
    def network(self) -> nn.Module:
        """The torch module that computes everything: hooks on it act in every run."""
        return self._model.network

    def run(self, text: str, *, target: str | None = None) -> ModelRun:
        """Translate a sentence, or feed a given target; raises SourceError."""
        if target is None:
            return ModelRun(self._model, text, None, checksum=self._checksum)
        from model.text.tokenizer import whole_target_ids

        ids = whole_target_ids(target, self._model.tgt_tokenizer)
        return ModelRun(self._model, text, ids, checksum=self._checksum)

    def at(
        self,
        kind: Kind,
        *,
        layer: int | None = None,
        head: int | None = None,
        site: SiteName | None = None,
    ) -> SitePlace:
        """As :func:`headlight.at`; without a layer, every layer of the model."""
        place, depth = at(kind, layer=layer, head=head, site=site), 0
        if kind in KINDS:
            depth = self._model.config.depth(stack_of(kind))
        return dataclasses.replace(place, n_layers=depth)

    def means(self, pairs: Iterable[tuple[str, str]] | None = None) -> Means:
        """Means over pairs of sentences; by default over 50 of the model’s own task."""
        from model.decoding.sweep import means_of
        from model.text.corpora import Pair

        return means_of(self._model, None if pairs is None else [Pair(*pair) for pair in pairs])

    def heads(self, kind: Kind | None = None) -> tuple[SitePlace, ...]:
        """Every head, of one kind or of all."""
        sites = every_head(self._model.config, KINDS if kind is None else (kind,))
        return tuple(
            SitePlace(site.kind, (site.layer or 0) + 1, (site.head or 0) + 1, None)
            for site in sites
        )

    def sweep(
        self,
        pairs: Iterable[tuple[str, str]] | None = None,
        places: Iterable[SitePlace] | None = None,
        *,
        how: str = "mean",
        metric: str = "loss",
        progress: Callable[[Effect], None] | None = None,
    ) -> tuple[Effect, ...]:
        """What switching off each place does to the loss a token; see :func:`headlight.sweep`."""
        from model.decoding.sweep import encoded_pairs, sample_steps, sweep_steps
        from model.text.corpora import Pair

        check_choice("how", how, ("mean", "zero"))
        check_choice("metric", metric, ("loss",))
        if pairs is None:
            kept = run_through(sample_steps(self._model)).pairs
        else:
            kept = tuple(Pair(*pair) for pair in pairs)
        groups = [place._sites("z") for place in (self.heads() if places is None else places)]
        chosen = encoded_pairs(self._model, kept)
        effects = []
        for effect in sweep_steps(self._model, chosen, groups, how=cast(How, how)):
            effects.append(effect)
            if progress is not None:
                progress(effect)
        return tuple(effects)


def model(name: str | Path, *, device: str = "auto") -> Model:
    """A model by the name that ``headlight models`` lists, or by the path of a checkpoint.

    Example::

        m = headlight.model("zh-en")
        a = m.run("我有一只猫。")
        b = a.with_(headlight.at("cross", layer=2, head=8).mean(m.means()))

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
        DeviceError: there is no device of that name.
    """
    path = Library().find(str(name))
    checksum = read_checksum(path)
    return Model(loaded_model(path, str(device), checksum), checksum)


def sweep(
    of: Model,
    pairs: Iterable[tuple[str, str]] | None = None,
    places: Iterable[SitePlace] | None = None,
    *,
    how: str = "mean",
    metric: str = "loss",
) -> tuple[Effect, ...]:
    """The effect of switching off each place, with its standard error and n, in their order.

    Args:
        of: a model.
        pairs: sentences and their translations; by default 50 of the model's own task.
        places: by default every head.
        how: ``mean`` or ``zero``.
        metric: ``loss``: nats a token over the given targets.

    Raises:
        ConfigError: a place is not in the model, or a value is unknown.
    """
    return of.sweep(pairs, places, how=how, metric=metric)
