"""Making the pages of the positions tab, each with what it alone needs to import."""

from __future__ import annotations

from viz_app.design.theme import Theme
from viz_app.panels.positions.state import Page
from viz_app.panels.positions.views.page import PositionsPage


def make_page(name: Page, theme: Theme) -> PositionsPage:
    """A new page."""
    makers = {
        "table": _table,
        "wavelengths": _wavelengths,
        "rotation": _rotation,
        "learned": _learned,
        "without": _without,
    }
    return makers[name](theme)


def _table(theme: Theme) -> PositionsPage:
    from viz_app.panels.positions.views.table_page import TablePage

    return TablePage(theme)


def _wavelengths(theme: Theme) -> PositionsPage:
    from viz_app.panels.positions.views.wavelengths_page import WavelengthsPage

    return WavelengthsPage(theme)


def _rotation(theme: Theme) -> PositionsPage:
    from viz_app.panels.positions.views.rotation_page import RotationPage

    return RotationPage(theme)


def _learned(theme: Theme) -> PositionsPage:
    from viz_app.panels.positions.views.learned_page import LearnedPage

    return LearnedPage(theme)


def _without(theme: Theme) -> PositionsPage:
    from viz_app.panels.positions.views.without_page import WithoutPage

    return WithoutPage(theme)
