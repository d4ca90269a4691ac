"""The two columns of tokens that links are between: their texts, and where they end."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from viz_app.design.theme import Theme, Weight
from viz_app.panels.attention.painting.link_set import LinkSide
from viz_app.panels.attention.texts.link_sentences import side_titles
from viz_app.pictures.axis_labels import text_width, text_widths
from viz_app.pictures.token_names import ARROW, key_names, query_names
from viz_app.workbench.snapshots.pictures import FocusSnapshot

WIDEST = 460
"""Lines are no longer than this across, in px at 100 %: the eye has to follow them."""

LABEL_SHARE = 0.3
"""Share of the width that the tokens of one side may take."""

FED_SHARE = 0.5
"""Of that as much more is for what is fed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenColumn:
    """The tokens of one side.

    Attributes:
        texts: as they are shown, not shortened.
        fed: what is fed in, softer, before each text and an arrow; empty when tokens have one name.
        edge: where tokens end and lines begin, in px.
        room, fed_room: widths of both texts in px.
    """

    side: LinkSide
    texts: tuple[str, ...]
    fed: tuple[str, ...]
    edge: float
    room: float
    fed_room: float


def token_columns(
    area: QRectF, focus: FocusSnapshot, theme: Theme, *, size: int, gap: float
) -> tuple[TokenColumn, TokenColumn]:
    """Both sides, near each other in the middle of a wide picture."""
    fed, queries = query_names(focus)
    keys = key_names(focus)
    query_title, key_title = (
        _widest((title,), theme, theme.small) for title in side_titles(focus.kind, focus.row_labels)
    )
    most = area.width() * LABEL_SHARE
    arrow = text_width(theme, ARROW, size=theme.small) + 2 * theme.unit
    query_room = min(_widest(queries, theme, size, "bold"), most)
    before, both = 0.0, most
    if fed:  # what short tokens leave is for those fed in, then for the title
        both = (1 + FED_SHARE) * most
        before = min(_widest(fed, theme, theme.small) + arrow, both - query_room)
    query_room = min(max(query_room, query_title - before), most)
    key_room = min(max(_widest(keys, theme, size, "bold"), key_title), most)
    free = area.width() - before - query_room - key_room - 4 * gap
    lines = min(free, WIDEST * theme.scale)
    left = area.left() + before + query_room + gap + (free - lines) / 2
    return (
        TokenColumn(
            side="query", texts=queries, fed=fed, edge=left, room=query_room, fed_room=before
        ),
        TokenColumn(
            side="key", texts=keys, fed=(), edge=left + lines + 2 * gap, room=key_room, fed_room=0.0
        ),
    )


def _widest(texts: tuple[str, ...], theme: Theme, size: int, weight: Weight = "normal") -> float:
    widths = text_widths(theme, texts, size=size, weight=weight)
    return float(math.ceil(max(widths, default=0.0)))
