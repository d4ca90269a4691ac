"""Attention as a notebook shows it: the interactive picture, self-contained."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from viz_app.html.attention import KindWeights, attention_html
from viz_app.notebook.given_weights import WeightsError, given_weights

ALL = "all"


class AttentionPicture:
    """All heads small, one of them large, its values at the cells; a notebook shows it by itself.

    Layers and heads count from 1, as in the window.

    Attributes:
        kinds: of the attention that it shows.
    """

    def __init__(
        self,
        pictures: Sequence[KindWeights],
        *,
        title: str = "",
        chosen: tuple[str, int, int] | None = None,
    ) -> None:
        """``chosen`` are kind, layer and head that are large at first, the last two from 0."""
        self.kinds = tuple(picture.kind for picture in pictures)
        self._pictures, self._title, self._chosen = tuple(pictures), title, chosen

    def show(
        self, kind: str = ALL, *, layer: int | None = None, head: int | None = None
    ) -> AttentionPicture:
        """One head large, of the first kind; without ``layer`` and ``head`` all of them.

        Args:
            kind: one of :attr:`kinds`; ``all``: every one of them.
            layer: from 1, as in the window.
            head: likewise.

        Raises:
            WeightsError: there is no such kind, layer or head.
        """
        pictures = [picture for picture in self._pictures if kind in {ALL, picture.kind}]
        if not pictures:
            raise WeightsError(
                "There is no attention {kind!r} here. Kinds: {kinds}.",
                kind=kind,
                kinds=", ".join((*self.kinds, ALL)),
            )
        if layer is None and head is None:
            return AttentionPicture(pictures, title=self._title)
        first = pictures[0]
        n_layers, n_heads = first.weights.shape[:2]
        place = (_counted("layer", layer, n_layers), _counted("head", head, n_heads))
        return AttentionPicture(pictures, title=self._title, chosen=(first.kind, *place))

    def _repr_html_(self) -> str:
        """What Jupyter shows."""
        return attention_html(self._pictures, chosen=self._chosen, title=self._title)

    def __repr__(self) -> str:
        """Kinds and sizes: ``<headlight attention: cross 3 × 8 heads, 6 × 7 tokens>``."""
        each = (
            "{} {} × {} heads, {} × {} tokens".format(picture.kind, *picture.weights.shape)
            for picture in self._pictures
        )
        return f"<headlight attention: {'; '.join(each)}>"


def view(
    weights: Any,
    *,
    query_tokens: Sequence[str] | None = None,
    key_tokens: Sequence[str] | None = None,
    kind: str = "attention",
) -> AttentionPicture:
    """Show anybody's attention weights; a notebook shows what comes back by itself.

    Of square matrices, cells after the diagonal are taken for masked where no head has any weight.

    Example::

        out = bert(**tokenizer("I have a cat.", return_tensors="pt"), output_attentions=True)
        headlight.view(out.attentions, query_tokens=tokenizer.tokenize("I have a cat."))

    Args:
        weights: numpy arrays or tensors on any device: ``[layers, heads, query, key]``,
            ``[heads, query, key]``, ``[query, key]``; or as Hugging Face gives them: a tuple of
            layers ``[1, heads, query, key]``, or of ``generate`` a tuple of tokens of layers.
        query_tokens: labels of the rows; without them, rows are counted from 1.
        key_tokens: labels of the columns; by default those of the rows, where there are as many.
        kind: ``encoder``, ``decoder`` or ``cross``, for their colours; or any name.

    Raises:
        WeightsError: these are no weights, too many, or the tokens do not fit.
    """
    given = given_weights(weights, query_tokens=query_tokens, key_tokens=key_tokens, kind=kind)
    return AttentionPicture([given])


def _counted(name: str, number: int | None, count: int) -> int:
    """The index from 0 of a layer or head that is counted from 1; the first when none is given."""
    if number is None:
        return 0
    index = -1 if isinstance(number, bool) or not hasattr(number, "__index__") else number
    if not 1 <= operator.index(index) <= count:
        raise WeightsError(
            "There is no {name} {number!r}: they count from 1 to {count}, as in the window.",
            name=name,
            number=number,
            count=count,
        )
    return operator.index(number) - 1
