"""All checks of a model, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from model.arrays import frozen
from model.config import STACKS
from model.decoding.greedy import read_source, read_target
from model.decoding.trained import TrainedModel
from model.lessons.checks import (
    CHECK_NAMES,
    CheckedLayer,
    CheckName,
    Finding,
    Measured,
    MeasuredThing,
    Note,
    cells_where,
    verdict_of,
)
from model.lessons.with_torch import check_kinds
from model.lessons.with_torch.check_context import CheckContext, Checking, source_of
from model.lessons.with_torch.check_task import check_task
from model.network.transformer import listening
from model.special_tokens import Ids

MOST_BANDS = 10
"""Rows and columns of the picture of two tables."""

_RESTS_ON: Mapping[CheckName, CheckName] = {
    "activations": "weights",
    "tied": "weights",
    **dict.fromkeys(
        ("future", "padding", "shift", "rows", "dead_heads", "saturated_heads"), "activations"
    ),
    "source": "shift",
    "positions": "source",
    "cache": "future",
}
"""If the first check fails, the second would fail for the same reason."""


def check_steps(model: TrainedModel) -> Generator[Finding | None]:
    """Every check of a model in the order of ``CHECK_NAMES``; can be stopped at each ``yield``.

    They use the model's sample sentences and random ones, with its own translations.
    """
    context = CheckContext(model)
    for name in CHECK_NAMES:
        cause = _cause(context.checks, name)
        if cause is None:
            if name not in _WITHOUT_SENTENCES:
                yield from context.reading()
            check = yield from _CHECKS[name](context)
        else:
            check = Finding(name=name, verdict="not applicable", rests_on=cause)
        context.checks[name] = check
        yield check


def _cause(checks: Mapping[CheckName, Finding], name: CheckName) -> CheckName | None:
    if name == "task":  # no model with a fault can be expected to do it
        return next((other for other, check in checks.items() if check.failed), None)
    needed = _RESTS_ON.get(name)
    if needed is None:
        return None
    return needed if checks[needed].failed else checks[needed].rests_on


def _check_weights(context: CheckContext) -> Checking:
    bad: dict[str, int] = {}
    for name, values in context.model.network.named_parameters():
        bad[name] = _bad_numbers(values)
        yield
    return _counted("weights", "bad numbers", bad)


def _check_activations(context: CheckContext) -> Checking:
    network = context.model.network
    names = {module: name for name, module in network.named_modules()}
    predicted = torch.ones(len(context.model.tgt_tokenizer), dtype=torch.bool)
    predicted[list(network.config.forbidden)] = False
    bad: dict[str, int] = {}  # in the order of the computing
    sources = context.sources
    yield
    for seed, src in enumerate(sources):
        with listening(names) as heard:
            _read(context, src, context.drawn_target(seed))
        yield
        for module, (_, output) in heard.items():
            given = output[..., predicted] if module is network.output else output
            bad[names[module]] = bad.get(names[module], 0) + _bad_numbers(given)
        yield
    return _counted("activations", "bad outputs", bad)


def _read(context: CheckContext, ids: Ids, fed: Ids) -> None:
    model, src = context.model, ids if context.has_encoder else ()
    reading = read_source(model, source_of(model, src))
    if context.has_decoder:
        read_target(model, reading, fed)
    else:
        context.logits(src)


def _counted(name: CheckName, thing: MeasuredThing, bad: Mapping[str, int]) -> Finding:
    """Number of NaN or infinite values by tensor or module name."""
    layers = list(dict.fromkeys(_place(place)[1] for place in bad))
    columns = [layer for layer in layers if layer is not None]
    rows = list(dict.fromkeys(_place(place)[0] for place in bad))
    values = np.full((len(rows), len(columns) + 1), np.nan, dtype=np.float32)
    for place, count in bad.items():
        part, layer = _place(place)
        cell = rows.index(part), len(columns) if layer is None else columns.index(layer)
        values[cell] = np.nan_to_num(values[cell]) + count
    return Finding(
        name=name,
        verdict=verdict_of(failed=any(bad.values())),
        number=sum(map(bool, bad.values())),
        unit="tensors" if name == "weights" else "modules",
        total=len(bad),
        names=tuple(place for place, count in bad.items() if count),
        measured=Measured(
            thing=thing,
            rows=tuple(rows),
            columns=tuple(columns),
            words=("outside",),
            marked=cells_where(values > 0),
            values=frozen(values),
        ),
    )


def _place(name: str) -> tuple[str, CheckedLayer | None]:
    first, _, rest = name.partition(".")
    for kind in STACKS:
        if first == f"{kind}_layers" and rest:
            layer, _, inside = rest.partition(".")
            return inside.partition(".")[0] or "layer", CheckedLayer(kind, int(layer))
    return first, None


def _check_tied(context: CheckContext) -> Checking:
    network = context.model.network
    embedding = network.embedding(network.config.stacks[-1]).tokens.weight.detach()
    output = network.output.weight.detach()
    if embedding.shape != output.shape:
        return Finding(name="tied", verdict="passed", note="untied")
    picture = yield from _differing(embedding, output)
    difference = float(picture.values.max())
    says_tied, is_same = network.config.tie_embeddings, difference == 0
    verdict = verdict_of(failed=says_tied and not is_same, doubtful=is_same and not says_tied)
    note: Note = "tied" if says_tied else "same values" if is_same else "untied"
    return Finding(
        name="tied",
        verdict=verdict,
        number=difference,
        unit="difference",
        note=note,
        measured=picture,
    )


def _differing(one: Tensor, other: Tensor) -> Generator[None, None, Measured]:
    """Largest differences of two tables ``[vocabulary, d_model]``, in bands of both."""
    ends = [np.linspace(0, size, min(size, MOST_BANDS) + 1).astype(int) for size in one.shape]
    bands = [[range(*pair) for pair in pairwise(found.tolist())] for found in ends]
    values = np.zeros(tuple(map(len, bands)), dtype=np.float32)
    for row, rows in enumerate(bands[0]):
        part = slice(rows.start, rows.stop)
        apart = (one[part] - other[part]).abs().amax(dim=0).float().cpu().numpy()  # [d_model]
        values[row] = np.maximum.reduceat(apart, [band.start for band in bands[1]])
        yield
    return Measured(
        thing="tables",
        rows=tuple(map(_band_name, bands[0])),
        columns=tuple(map(_band_name, bands[1])),
        level=float(values.max()) or 1.0,
        values=frozen(values),
    )


def _band_name(band: range) -> str:
    return str(band.start) if len(band) == 1 else f"{band.start}–{band.stop - 1}"


def _bad_numbers(values: Tensor) -> int:
    # A finite sum proves that all values are finite, without a temporary.
    if bool(values.detach().sum().isfinite()):
        return 0
    return values.numel() - int(values.detach().isfinite().sum())


_CHECKS: Mapping[CheckName, Callable[[CheckContext], Checking]] = {
    "weights": _check_weights,
    "activations": _check_activations,
    "future": check_kinds.check_future,
    "padding": check_kinds.check_padding,
    "shift": check_kinds.check_shift,
    "source": check_kinds.check_source,
    "positions": check_kinds.check_positions,
    "cache": check_kinds.check_cache,
    "rows": check_kinds.check_rows,
    "dead_heads": check_kinds.check_dead_heads,
    "saturated_heads": check_kinds.check_saturated_heads,
    "tied": _check_tied,
    "task": check_task,
}

_WITHOUT_SENTENCES: Collection[CheckName] = ("weights", "activations", "tied", "task")
