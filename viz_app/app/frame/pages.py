"""The window's pages but the first: they are made when they are first shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme
from viz_app.widgets.late_page import LatePage
from viz_app.workbench.panel import Panel


def late_pages(theme: Theme, panels: Sequence[Panel[Any]] = PANELS) -> dict[str, LatePage]:
    """By the names of their panels, in the order of the tabs."""
    return {
        panel.name: LatePage(partial(_made, panel), theme, waits=panel.waits)
        for panel in panels
        if panel is not ATTENTION
    }


def _made(panel: Panel[Any], theme: Theme) -> Any:
    return panel.parts().view(theme)
