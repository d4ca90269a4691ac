"""The tabs of the window: a new one is its folder and its line here.

Those of a place stand in this order; what explains, in the order in which one learns it.
"""

from __future__ import annotations

from collections.abc import Sequence

from viz_app.panels.architecture.panel import ARCHITECTURE
from viz_app.panels.attention.panel import ATTENTION
from viz_app.panels.bleu.panel import BLEU
from viz_app.panels.embedding.panel import EMBEDDING
from viz_app.panels.forcing.panel import FORCING
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.scaling.panel import SCALING
from viz_app.panels.training.panel import EXPERIMENTS, RUNS, TIME_LAPSE, TRAINING
from viz_app.panels.why.panel import WHY
from viz_app.workbench.room import Panel, Place

PANELS: tuple[Panel, ...] = (
    ATTENTION,
    ARCHITECTURE,
    EMBEDDING,
    POSITIONS,
    ONE_HEAD,
    SCALING,
    MASKS,
    BLEU,
    WHY,
    TRAINING,
    RUNS,
    TIME_LAPSE,
    EXPERIMENTS,
    FORCING,
)


def tabs_of(place: Place, panels: Sequence[Panel] = PANELS) -> tuple[Panel, ...]:
    """The panels of a place, in order."""
    return tuple(panel for panel in panels if panel.place == place)


def tab_key(number: int) -> str:
    """Shortcut of a tab of a place, from 0; empty beyond the nine digits."""
    return f"Alt+{number + 1}" if number < 9 else ""


__all__ = ["ARCHITECTURE", "ATTENTION", "EMBEDDING", "PANELS", "TRAINING", "tab_key", "tabs_of"]
