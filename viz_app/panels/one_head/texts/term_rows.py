"""The terms of one number with what they are called."""

from __future__ import annotations

from dataclasses import dataclass

from model.arrays import DoubleArray
from model.lessons.one_head.cell_terms import CellTerms
from model.lessons.one_head.matrices import Matrix
from viz_app.design.theme import Theme
from viz_app.panels.one_head.texts.zoom_texts import column_titles, term_names


@dataclass(frozen=True, eq=False, kw_only=True)
class TermRows:
    """Terms with their names.

    Attributes:
        titles: of the columns.
        colours: of the columns' titles, ``#RRGGBB``.
        names: of the rows.
        marked: the row that is looked at, or None.
    """

    terms: CellTerms
    titles: tuple[str, ...]
    colours: tuple[str, ...]
    names: tuple[str, ...]
    marked: int | None = None

    @property
    def numbers(self) -> tuple[DoubleArray, ...]:
        """The columns after the names, ``[term]`` each."""
        factors = (self.terms.left, self.terms.right)
        return (*(f for f in factors if f.size), self.terms.terms, self.terms.running)

    @property
    def term_column(self) -> int:
        """Where the terms are."""
        return len(self.titles) - 2


def term_rows(matrix: Matrix, terms: CellTerms, theme: Theme, *, keys: tuple[str, ...]) -> TermRows:
    """The terms of a cell of a matrix; those of softmax mark the key that is looked at.

    ``keys`` are the names of the keys.
    """
    key = terms.numbers.get("key")
    return TermRows(
        terms=terms,
        titles=column_titles(matrix, terms),
        colours=_colours(matrix, terms, theme),
        names=term_names(terms, keys),
        marked=None if key is None else int(key),
    )


def _colours(matrix: Matrix, terms: CellTerms, theme: Theme) -> tuple[str, ...]:
    """Queries, keys and values have theirs."""
    soft = theme.soft_text
    factors = {
        "q": (soft, theme.query),
        "k": (soft, theme.key),
        "v": (soft, theme.value),
        "products": (theme.query, theme.key),
        "context": (soft, theme.value),
    }
    if terms.way == "dot":
        return (soft, *factors.get(matrix, (soft, soft)), soft, soft)
    return (soft,) * len(column_titles(matrix, terms))
