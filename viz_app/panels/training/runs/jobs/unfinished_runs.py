"""Runs that were interrupted: by a crash, a kill, or the end of the application."""

from __future__ import annotations

from collections.abc import Iterator

from model.runs.card import RunCard
from viz_app.storage.runs import Runs


def unfinished_steps(runs: Runs) -> Iterator[tuple[RunCard, ...]]:
    """Those that can be gone on with and that nobody trains now, newest first."""
    yield runs.unfinished()
