"""The window's pages: one that is there from the start, the others made when first shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from viz_app.app.panels import ATTENTION, PANELS
from viz_app.design.theme import Theme
from viz_app.panels.attention.views.panel import AttentionPanel
from viz_app.widgets.late_page import LatePage
from viz_app.workbench.panel import Panel

Page = AttentionPanel | LatePage


def make_pages(theme: Theme) -> Mapping[str, Page]:
    """All pages by the names of their panels, in the order of the tabs."""
    return {
        panel.name: _made(panel, theme)
        if panel is ATTENTION
        else LatePage(partial(_made, panel), theme, waits=panel.waits)
        for panel in PANELS
    }


def _made(panel: Panel[Any], theme: Theme) -> Any:
    return panel.parts().view(theme)
