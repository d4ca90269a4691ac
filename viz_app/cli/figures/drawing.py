"""Drawing without a window. Imports Qt: only :mod:`viz_app.cli.render` imports it, and late."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QGuiApplication

from model.lessons.masks.record import MaskRecord
from model.messages import Message
from viz_app.cli.figures import lesson_figures
from viz_app.cli.render_options import Look
from viz_app.design.theme import Theme, dark_theme, light_theme
from viz_app.panels.attention.painting.figures import attention_figure
from viz_app.panels.attention.snapshot.chosen_heads import as_viewed
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.caption import with_caption
from viz_app.pictures.figure_files import Paint, save_figure
from viz_app.texts.chinese_font import MISSING_CJK_FONT, missing_cjk_font
from viz_app.texts.picture_caption import heads_shown, picture_caption
from viz_app.workbench.state.workbench import Workbench

Subject = AttentionSnapshot | MaskRecord | PositionsSnapshot

_FIRST_CJK = "\u2e80"


def open_canvas() -> QCoreApplication:
    """What Qt needs in order to draw; keep it until all is drawn."""
    return QGuiApplication.instance() or QGuiApplication(["headlight"])


def missing_font(tokens: Iterable[str]) -> Message | None:
    """A sentence when Chinese tokens would be drawn as boxes."""
    is_chinese = any(char >= _FIRST_CJK for token in tokens for char in token)
    return MISSING_CJK_FONT if is_chinese and missing_cjk_font() else None


def save_view(path: Path, subject: Subject, *, bench: Workbench, look: Look) -> None:
    """Draw one view into a file whose suffix says how.

    Raises:
        WriteError: the file cannot be written.
    """
    theme = dark_theme() if look.theme == "dark" else light_theme()
    size, paint = _figure(subject, theme)
    if look.captioned:
        size, paint = with_caption(size, paint, caption=_caption(subject, bench), theme=theme)
    save_figure(path, size, paint, ratio=look.ratio)


def _figure(subject: Subject, theme: Theme) -> tuple[QSize, Paint]:
    if isinstance(subject, AttentionSnapshot):
        return attention_figure(subject, theme)
    size = lesson_figures.figure_size(subject)
    if isinstance(subject, MaskRecord):
        return size, partial(lesson_figures.paint_masks_figure, record=subject, theme=theme)
    return size, partial(lesson_figures.paint_positions_figure, snapshot=subject, theme=theme)


def _caption(subject: Subject, bench: Workbench) -> str:
    """Model and sentence; of attention which heads, and how their weights became colours."""
    shown: tuple[str, ...] = ()
    if isinstance(subject, AttentionSnapshot):
        view = subject.options.view
        picture = subject.mosaic if view == "grid" else as_viewed(subject.focus, view)
        shown = heads_shown(picture, each=view == "links")
    name = "" if bench.model is None else bench.model.name
    return picture_caption(model=name, trace=bench.trace, shown=shown)
