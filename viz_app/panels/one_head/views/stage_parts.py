"""Sub-views of the stages that have several: q, k or v; one head or all."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from viz_app.design.theme import Theme
from viz_app.widgets.segments import Segments

translate = QCoreApplication.translate


def projection_parts(theme: Theme) -> Segments:
    """Queries, keys or values."""
    return Segments(theme, names=("q", "k", "v"), texts=_projection_texts)


def share_parts(theme: Theme) -> Segments:
    """What one head adds, or all."""
    return Segments(theme, names=("head", "heads"), texts=_share_texts)


def _projection_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "q": ("Q", translate("one_head", "How queries are made")),
        "k": ("K", translate("one_head", "How keys are made")),
        "v": ("V", translate("one_head", "How values are made")),
    }


def _share_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "head": (
            translate("one_head", "This head"),
            translate("one_head", "What this head alone adds"),
        ),
        "heads": (
            translate("one_head", "All heads"),
            translate("one_head", "What every head adds to the query, and their sum"),
        ),
    }
