"""The tabs of the window, first to last: a new one is its folder and its line here."""

from __future__ import annotations

from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.attention.panel import ATTENTION
from viz_app.panels.bleu.panel import BLEU
from viz_app.panels.embedding.panel import EMBEDDING
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.scaling.panel import SCALING
from viz_app.panels.training.panel import TRAINING
from viz_app.workbench.panel import Panel

PANELS: tuple[Panel, ...] = (
    ATTENTION,
    ONE_HEAD,
    SCALING,
    MASKS,
    POSITIONS,
    EMBEDDING,
    ARCHITECTURE,
    BLEU,
    TRAINING,
)


def tab_key(place: int) -> str:
    """Of the tab at a place from 0: its number, as far as there are digits."""
    return f"Ctrl+{(place + 1) % 10}"


__all__ = ["ATTENTION", "PANELS", "TRAINING", "tab_key"]
