"""The prepared experiments: which one is open, and what the user has predicted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentsState:
    """What the user has chosen and predicted.

    Attributes:
        chosen: name of the experiment that is open, or None.
        predictions: by experiment, the option that the user has picked.
    """

    chosen: str | None = None
    predictions: tuple[tuple[str, str], ...] = ()

    def prediction(self, experiment: str) -> str | None:
        """The option picked for an experiment, or None."""
        return dict(self.predictions).get(experiment)
