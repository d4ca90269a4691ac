"""The doctor's round: one check after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

import torch
from torch import Tensor

from model.decoding.trained import TrainedModel
from model.lessons.checks.record import CHECK_NAMES, CheckName, Finding, Note, verdict_of
from model.lessons.checks.with_torch.of_heads import (
    check_dead_heads,
    check_rows,
    check_saturated_heads,
)
from model.lessons.checks.with_torch.of_predictions import (
    check_cache,
    check_future,
    check_padding,
    check_positions,
    check_shift,
    check_source,
)
from model.lessons.checks.with_torch.patient import Patient
from model.network.listening import listening
from model.network.masks import padding_mask, target_mask
from model.special_tokens import Ids

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
"""Where the one fails, the other would fail for the same reason, and says nothing of its own."""


def check_steps(model: TrainedModel) -> Generator[Finding]:
    """Every check of a model, in the order of ``CHECK_NAMES``; each ``yield`` is a place to stop.

    They are made on the model's sample sentences and on random ones, with its own translations.
    """
    patient = Patient(model)
    for name in CHECK_NAMES:
        cause = _cause(patient.checks, name)
        check = _CHECKS[name](patient) if cause is None else _left_out(name, cause)
        patient.checks[name] = check
        yield check


def _cause(checks: Mapping[CheckName, Finding], name: CheckName) -> CheckName | None:
    """The failed check that this one rests on, directly or not."""
    needed = _RESTS_ON.get(name)
    if needed is None:
        return None
    return needed if checks[needed].failed else checks[needed].rests_on


def _left_out(name: CheckName, cause: CheckName) -> Finding:
    return Finding(name=name, verdict="not applicable", rests_on=cause)


def _check_weights(patient: Patient) -> Finding:
    """Every weight is a number."""
    parameters = dict(patient.model.network.named_parameters())
    bad = tuple(name for name, values in parameters.items() if not _finite(values))
    return Finding(
        name="weights",
        verdict=verdict_of(failed=bool(bad)),
        number=len(bad),
        unit="tensors",
        total=len(parameters),
        names=bad,
    )


def _check_activations(patient: Patient) -> Finding:
    """What every module gives for a sentence is a number."""
    network = patient.model.network
    names = {module: name for name, module in network.named_modules()}
    kept = sorted({*range(len(patient.model.tgt_tokenizer))} - {*network.config.forbidden})
    modules: set[str] = set()
    bad: dict[str, None] = {}  # in the order of the computing
    for seed, src in enumerate(patient.sources):
        with listening(names) as heard:
            _read(patient.model, src, patient.drawn_target(seed))
        modules |= {names[module] for module in heard}
        for module, (_, output) in heard.items():
            given = output[..., kept] if module is network.output else output
            if not _finite(given):
                bad[names[module]] = None
    return Finding(
        name="activations",
        verdict=verdict_of(failed=bool(bad)),
        number=len(bad),
        unit="modules",
        total=len(modules),
        names=tuple(bad),
    )


def _read(model: TrainedModel, src: Ids, fed: Ids) -> None:
    """Compute everything for one sentence."""
    ids, tgt = (torch.tensor([one], device=model.device) for one in (src, fed))
    mask = padding_mask(ids)
    with model.evaluating() as network:
        memory = network.project_memory(network.encode(ids, mask, record=True).memory)
        network.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=mask, record=True)


def _check_tied(patient: Patient) -> Finding:
    """The output projection is the target's embedding where the configuration says so, only there.

    Two tables that hold the same without being one drift apart when the model is trained on.
    """
    network = patient.model.network
    embedding, output = network.tgt_embedding.tokens.weight, network.output.weight
    difference = float((embedding - output).detach().abs().max())
    says_tied, is_same = network.config.tie_embeddings, difference == 0
    verdict = verdict_of(failed=says_tied and not is_same, doubtful=is_same and not says_tied)
    note: Note = "tied" if says_tied else "same values" if is_same else "untied"
    return Finding(name="tied", verdict=verdict, number=difference, unit="difference", note=note)


def _finite(values: Tensor) -> bool:
    return bool(torch.isfinite(values).all())


_CHECKS: Mapping[CheckName, Callable[[Patient], Finding]] = {
    "weights": _check_weights,
    "activations": _check_activations,
    "future": check_future,
    "padding": check_padding,
    "shift": check_shift,
    "source": check_source,
    "positions": check_positions,
    "cache": check_cache,
    "rows": check_rows,
    "dead_heads": check_dead_heads,
    "saturated_heads": check_saturated_heads,
    "tied": _check_tied,
}
