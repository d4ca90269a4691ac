"""Drawing without a window. Imports Qt: only :mod:`viz_app.cli.render` imports it, and late."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QGuiApplication, QPainter

from model.lessons.masks.record import MaskRecord
from model.messages import Message
from model.traces.trace import KINDS, Trace
from viz_app.cli.figures import lesson_figures
from viz_app.design.theme import Theme, dark_theme, light_theme
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.figure_files import save_figure
from viz_app.texts.chinese_font import MISSING_CJK_FONT, missing_cjk_font

Subject = Trace | MaskRecord | PositionsSnapshot

_FIRST_CJK = "\u2e80"


def open_canvas() -> QCoreApplication:
    """What Qt needs in order to draw; keep it until all is drawn."""
    return QGuiApplication.instance() or QGuiApplication(["headlight"])


def missing_font(tokens: Iterable[str]) -> Message | None:
    """A sentence when Chinese tokens would be drawn as boxes."""
    is_chinese = any(char >= _FIRST_CJK for token in tokens for char in token)
    return MISSING_CJK_FONT if is_chinese and missing_cjk_font() else None


def save_view(path: Path, subject: Subject, *, view: str, theme: Literal["light", "dark"]) -> None:
    """Draw one view into a file whose suffix says how.

    Raises:
        WriteError: the file cannot be written.
    """
    colours = dark_theme() if theme == "dark" else light_theme()
    size, paint = _drawing(view, subject, colours)
    save_figure(path, size, paint)


def _drawing(
    view: str, subject: Subject, theme: Theme
) -> tuple[QSize, Callable[[QPainter, QRectF], object]]:
    if isinstance(subject, MaskRecord):
        return lesson_figures.figure_size(subject), partial(
            lesson_figures.paint_masks_figure, record=subject, theme=theme
        )
    if isinstance(subject, PositionsSnapshot):
        return lesson_figures.figure_size(subject), partial(
            lesson_figures.paint_positions_figure, snapshot=subject, theme=theme
        )
    kind = next(kind for kind in KINDS if kind == view)
    size = lesson_figures.figure_size(subject, kind, theme)
    return size, partial(lesson_figures.paint_kind_figure, trace=subject, kind=kind, theme=theme)
