"""Making the pages of the positions tab, each with what it alone needs to import."""

from __future__ import annotations

from viz_app.state.positions import Page
from viz_app.ui.design.theme import Theme
from viz_app.ui.positions.page import PositionsPage


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
    from viz_app.ui.positions.table_page import TablePage

    return TablePage(theme)


def _wavelengths(theme: Theme) -> PositionsPage:
    from viz_app.ui.positions.wavelengths_page import WavelengthsPage

    return WavelengthsPage(theme)


def _rotation(theme: Theme) -> PositionsPage:
    from viz_app.ui.positions.rotation_page import RotationPage

    return RotationPage(theme)


def _learned(theme: Theme) -> PositionsPage:
    from viz_app.ui.positions.learned_page import LearnedPage

    return LearnedPage(theme)


def _without(theme: Theme) -> PositionsPage:
    from viz_app.ui.positions.without_page import WithoutPage

    return WithoutPage(theme)
