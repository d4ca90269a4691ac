"""Painting the text view, and finding its tokens."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from tests.viz_app.painted import THEMES, painted
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.text import TextPicture
from viz_app.panels.attention.pictures.text_layout import TextLayout
from viz_app.workbench.snapshots.attention import FocusSnapshot


def picture(
    shown: FocusSnapshot, theme: Theme = THEMES["light"], **size: int
) -> tuple[QImage, TextLayout]:
    """The painted text view, and where everything is."""
    text = TextPicture(focus=shown)
    return painted(lambda painter, rect: text.paint(painter, rect, theme), theme=theme, **size)


def key_rect(layout: TextLayout, column: int) -> QRectF:
    """The ground of a key."""
    number, placed = layout.find(column=column)
    return layout.sentences[number].rect_of(placed)


def query_rect(layout: TextLayout, row: int) -> QRectF:
    """The ground of a query."""
    number, placed = layout.find(row=row)
    return layout.sentences[number].rect_of(placed)
