"""What a run is and what became of it, in a few plain values. No torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from model.config import ModelConfig, check_choice, check_fields
from model.runs.presets import TrainingConfig
from model.text.tasks import Score, score_of
from model.traces.probe import Probe

RunStatus = Literal["running", "stopped", "finished", "failed"]
"""``running``: being trained, or ended without a word (a crash); the lock on its folder tells."""


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

    @property
    def score(self) -> Score:
        """What its translations are scored by."""
        return score_of(self.task)

    def to_json(self) -> dict[str, Any]:
        """Plain values, ready for ``json.dumps``."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> RunCard:
        """Inverse of :meth:`to_json`.

        Raises:
            ConfigError: a field is unknown or out of range.
            KeyError, TypeError, ValueError: it is not a card at all.
        """
        fields = check_fields(cls, values)
        check_choice("status", fields["status"], get_args(RunStatus))
        fields["model"] = ModelConfig.from_json(fields["model"])
        fields["training"] = TrainingConfig.from_json(fields["training"])
        fields["probes"] = tuple(Probe(**probe) for probe in fields["probes"])
        return cls(**fields)
