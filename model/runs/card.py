"""What a run is and what became of it, in a few plain values. No torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from model import values
from model.config import ModelConfig, check_fields
from model.messages import ConfigError
from model.runs.presets import TrainingConfig
from model.text.tasks import Score, score_of
from model.traces.probe import Probe

RunStatus = Literal["running", "stopped", "finished", "failed"]
"""``running``: being trained, or ended without a word (a crash); the lock on its folder tells."""

HIGHEST_SCORE = 100.001
"""Of BLEU and chrF; a perfect one is a little above 100 once it is computed."""

LONGEST_PATHS = 20_000
"""Characters: two of the longest that a system knows, and a sentence about them."""

LONGEST_RUN, LAST_YEAR = 3e9, 9000
"""Seconds, a hundred years; and a year from which on so many can be counted."""


WATCHED_SIZES = frozenset({"n_layers", "n_heads", "d_model"})
"""What is known of a network that was watched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCard:
    """One run in the list of runs.

    Attributes:
        run_id: its folder's name; never changes.
        name: what the user calls it, and the name of its model.
        task: what it learns, as the user asked: a task's name or files.
        model, training: its numbers.
        device: what was asked for.
        status: see :data:`RunStatus`.
        begun: when, in UTC, as ISO 8601.
        seconds: of training, without pauses.
        epoch, update, updates: how far it is, and how many updates there will be.
        n_parameters: trained numbers.
        loss, validation_loss, bleu, chrf, exact: as last measured; None = not measured.
        reason: why it failed, in English as it was said; else empty.
        experiment, arm: when it is part of a prepared experiment; else empty.
        probes: whose attention it records.
        has_model: whether there is a checkpoint in its folder.
        module: the class of a network that is not Headlight's own, and was watched while somebody
            trained it; else empty. Of its numbers only :data:`WATCHED_SIZES` mean something.
    """

    run_id: str
    name: str
    task: str
    model: ModelConfig
    training: TrainingConfig
    device: str = "auto"
    status: RunStatus = "running"
    begun: str = ""
    seconds: float = 0.0
    epoch: int = 0
    update: int = 0
    updates: int = 0
    n_parameters: int = 0
    loss: float | None = None
    validation_loss: float | None = None
    bleu: float | None = None
    chrf: float | None = None
    exact: float | None = None
    reason: str = ""
    experiment: str = ""
    arm: str = ""
    probes: tuple[Probe, ...] = ()
    has_model: bool = False
    module: str = ""

    @property
    def score(self) -> Score:
        """What its translations are scored by."""
        return score_of(self.task)

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, read: Mapping[str, Any]) -> RunCard:
        """Inverse of :meth:`to_json`.

        Raises:
            ConfigError: a field is unknown or missing, of another type, or out of range.
        """
        return cls(**check_fields(cls, _PLAN("", read)))


def _time(name: str, value: object) -> str:
    """A moment as ISO 8601 has it, or nothing."""
    written = values.text()(name, value)
    try:
        known = not written or datetime.fromisoformat(written).year < LAST_YEAR
    except ValueError:
        known = False
    if not known:
        raise ConfigError("{name} ({value!r}) must be a time.", name=name, value=written)
    return written


def _probe(read: Mapping[str, Any]) -> Probe:
    return Probe(source=read["source"], target=read["target"])


_TEXT, _WORD = values.text(), values.text(values.MOST_SHOWN)
_NAME, _PATHS = (values.text(n, of_a_file=True) for n in (values.MOST_SHOWN, LONGEST_PATHS))
_SCORE = values.maybe(values.number(0, HIGHEST_SCORE))
_LOSS = values.maybe(values.number())
_PROBE = values.fields({"source": _TEXT, "target": _TEXT})
_PLAN = values.fields(
    {
        "run_id": _NAME,
        "name": _NAME,
        "task": _PATHS,
        "model": values.made(ModelConfig.from_json),
        "training": values.made(TrainingConfig.from_json),
        "status": values.choice(get_args(RunStatus)),
        "probes": values.many(values.made(_probe, _PROBE), most=values.MOST_SHOWN),
    },
    {
        **dict.fromkeys(("device", "experiment", "arm", "module"), _WORD),
        "reason": _PATHS,
        **dict.fromkeys(("epoch", "update", "updates"), values.whole()),
        **dict.fromkeys(("loss", "validation_loss"), _LOSS),
        **dict.fromkeys(("bleu", "chrf", "exact"), _SCORE),
        "begun": _time,
        "seconds": values.number(0, LONGEST_RUN),
        "n_parameters": values.whole(largest=2**62),
        "has_model": values.flag,
    },
)
