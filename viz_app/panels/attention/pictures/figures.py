"""The picture of each view, for files, animations and the command line."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRectF, QSize
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme, frame_theme
from viz_app.panels.attention.pictures.captions import HeadPicture
from viz_app.panels.attention.pictures.heatmap import heatmap_picture
from viz_app.panels.attention.pictures.links import links_picture
from viz_app.panels.attention.pictures.text import text_picture
from viz_app.panels.attention.room import AttentionSnapshot
from viz_app.pictures.figure_files import Paint
from viz_app.pictures.mosaic import mosaic_picture
from viz_app.pictures.picture import Picture
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import View

MARGIN = 4
"""Around a picture, in units, as in a view."""


def head_picture(focus: FocusSnapshot, view: View) -> HeadPicture:
    """What a view shows of a head; the grid view has a heatmap beside all heads."""
    match view:
        case "links":
            return links_picture(focus)
        case "text":
            return text_picture(focus)
        case _:
            return heatmap_picture(focus)


def attention_picture(shown: AttentionSnapshot) -> Picture:
    view = shown.options.view
    if view == "grid":
        return mosaic_picture(shown.mosaic).with_tokens()
    return head_picture(shown.focus, view)


def attention_figure(shown: AttentionSnapshot, theme: Theme) -> tuple[QSize, Paint]:
    """Size in px of the picture of the chosen kind, and its painter with the background."""
    picture, margin = attention_picture(shown), MARGIN * frame_theme(theme).unit

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, theme.panel)
        picture.paint(painter, rect.adjusted(margin, margin, -margin, -margin), theme)

    return picture.size(theme).grownBy(QMargins(margin, margin, margin, margin)), paint
