"""The names that tokens have beside a picture; queries have what is fed in, predicted, or both."""

from __future__ import annotations

from functools import lru_cache

from viz_app.texts.label_text import shown_name
from viz_app.workbench.snapshots.pictures import FocusSnapshot

ARROW = " →"
"""Between the token fed in and the one predicted from it."""


def query_names(focus: FocusSnapshot) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """In two columns: what is fed in, where both are wanted, else nothing; and the other name.

    In the encoder the first is what the token means, where that is shown.
    """
    fed = _shown(tuple(label.fed for label in focus.rows))
    if focus.kind == "encoder":
        glosses = tuple(label.gloss for label in focus.rows)
        return (glosses if any(glosses) else ()), fed
    if focus.row_labels == "fed":
        return (), fed
    predicted = _shown(tuple(label.predicted or "" for label in focus.rows))
    return (fed if focus.row_labels == "both" else ()), predicted


def between_names(focus: FocusSnapshot) -> str:
    """What stands between both names of a query: an arrow, unless the first is a meaning."""
    return "" if focus.kind == "encoder" else ARROW


def key_names(focus: FocusSnapshot) -> tuple[str, ...]:
    """Of the columns."""
    return _shown(focus.columns)


@lru_cache(maxsize=16)
def _shown(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Kept, because a picture asks for the same names whenever something in it changes."""
    return tuple(shown_name(token) for token in tokens)
