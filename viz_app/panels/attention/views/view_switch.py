"""Four buttons in a row: grid, focus, links, text."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.texts.option_names import view_explanation, view_name
from viz_app.widgets.segments import Segments
from viz_app.workbench.state.attention_options import VIEWS


def view_switch(theme: Theme, parent: QWidget | None = None) -> Segments:
    """A choice of one way to look."""
    return Segments(theme, names=VIEWS, texts=_texts, spoken=_spoken, parent=parent)


def _texts() -> Mapping[str, tuple[str, str]]:
    return {view: (view_name(view), view_explanation(view)) for view in VIEWS}


def _spoken(name: str) -> str:
    return QCoreApplication.translate("attention", "{view} view").format(view=name)
