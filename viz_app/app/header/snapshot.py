"""Snapshot for the header: source field and model."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.storage.library import ModelEntry
from viz_app.workbench.state.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows. ``n_parameters`` counts trained numbers; None without a model."""

    source_text: str
    translating: bool
    loading: str | None
    models: tuple[ModelEntry, ...]
    model_name: str | None = None
    n_layers: int = 0
    n_heads: int = 0
    n_parameters: int = 0
    device: str = "cpu"


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    """The header."""
    model = bench.model
    return HeaderSnapshot(
        source_text=bench.source_text,
        translating=bench.translating,
        loading=bench.loading,
        models=bench.models,
        model_name=model.name if model else None,
        n_layers=model.config.n_layers if model else 0,
        n_heads=model.config.n_heads if model else 0,
        n_parameters=model.n_parameters if model else 0,
        device=model.device if model else "cpu",
    )
