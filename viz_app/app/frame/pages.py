"""The window's pages: one that is there from the start, the others made when first shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from viz_app.app.tabs import TABS, Tab
from viz_app.design.theme import Theme
from viz_app.panels.attention.views.panel import AttentionPanel
from viz_app.widgets.late_page import LatePage


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The pages by the names of their tabs."""

    attention: AttentionPanel
    one_head: LatePage
    scaling: LatePage
    masks: LatePage
    positions: LatePage
    embedding: LatePage
    architecture: LatePage
    bleu: LatePage
    training: LatePage

    def by_tab(self) -> dict[Tab, AttentionPanel | LatePage]:
        """Every page, in the order of the tabs."""
        return {tab: getattr(self, tab) for tab in TABS}

    def late(self) -> list[LatePage]:
        """Those that are made when they are first shown."""
        return [page for page in self.by_tab().values() if isinstance(page, LatePage)]


def make_pages(theme: Theme) -> Pages:
    """All pages; those with plots of pyqtgraph wait for it to be imported."""
    return Pages(
        attention=AttentionPanel(theme),
        one_head=LatePage(_one_head, theme),
        scaling=LatePage(_scaling, theme),
        masks=LatePage(_masks, theme),
        positions=LatePage(_positions, theme),
        embedding=LatePage(_embedding, theme),
        architecture=LatePage(_architecture, theme, waits=True),
        bleu=LatePage(_bleu, theme),
        training=LatePage(_training, theme, waits=True),
    )


def _one_head(theme: Theme) -> QWidget:
    from viz_app.panels.one_head.views.panel import OneHeadPanel

    return OneHeadPanel(theme)


def _scaling(theme: Theme) -> QWidget:
    from viz_app.panels.scaling.views.panel import ScalingPanel

    return ScalingPanel(theme)


def _masks(theme: Theme) -> QWidget:
    from viz_app.panels.masks.views.panel import MasksTab

    return MasksTab(theme)


def _positions(theme: Theme) -> QWidget:
    from viz_app.panels.positions.views.panel import PositionsPanel

    return PositionsPanel(theme)


def _embedding(theme: Theme) -> QWidget:
    from viz_app.panels.embedding.views.panel import EmbeddingPanel

    return EmbeddingPanel(theme)


def _architecture(theme: Theme) -> QWidget:
    from viz_app.panels.architecture.views.panel import ArchitecturePanel

    return ArchitecturePanel(theme)


def _bleu(theme: Theme) -> QWidget:
    from viz_app.panels.bleu.views.panel import BleuPanel

    return BleuPanel(theme)


def _training(theme: Theme) -> QWidget:
    from viz_app.panels.training.views.panel import TrainingPanel

    return TrainingPanel(theme)
