"""Attention as a notebook shows it: the interactive picture, self-contained."""

from __future__ import annotations

import locale
import operator
import warnings
from collections.abc import Sequence
from typing import Any

from viz_app.html.attention import KindWeights, attention_html
from viz_app.notebook.given_weights import WeightsError, given_weights
from viz_app.notebook.window import HeadlightWarning
from viz_app.storage.settings_file import load_settings, settings_path

ALL = "all"

_LANGUAGES = {"en": "en", "zh": "zh_CN", "zh_CN": "zh_CN"}


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
        language: str | None = None,
    ) -> None:
        """``chosen`` are kind, layer and head that are large at first, the last two from 0.

        ``language``: ``en`` or ``zh``; None = as in the window.
        """
        self.kinds = tuple(picture.kind for picture in pictures)
        self._pictures, self._title, self._chosen = tuple(pictures), title, chosen
        self._language = _known_language(language)

    def show(
        self,
        kind: str = ALL,
        *,
        layer: int | None = None,
        head: int | None = None,
        language: str | None = None,
    ) -> AttentionPicture:
        """One head large, of the first kind; without ``layer`` and ``head`` all of them.

        Args:
            kind: one of :attr:`kinds`; ``all``: every one of them.
            layer: from 1, as in the window.
            head: likewise.
            language: ``en`` or ``zh``; by default that of this picture.

        Raises:
            WeightsError: there is no such kind, layer, head or language.
        """
        language = language or self._language
        pictures = [picture for picture in self._pictures if kind in {ALL, picture.kind}]
        if not pictures:
            raise WeightsError(
                "There is no attention {kind!r} here. Kinds: {kinds}.",
                kind=kind,
                kinds=", ".join((*self.kinds, ALL)),
            )
        if layer is None and head is None:
            return AttentionPicture(pictures, title=self._title, language=language)
        first = pictures[0]
        n_layers, n_heads = first.weights.shape[:2]
        place = (_counted("layer", layer, n_layers), _counted("head", head, n_heads))
        chosen = (first.kind, *place)
        return AttentionPicture(pictures, title=self._title, chosen=chosen, language=language)

    def _repr_html_(self) -> str:
        """What Jupyter shows."""
        return attention_html(
            self._pictures,
            chosen=self._chosen,
            title=self._title,
            language=self._language or _settings_language(),
        )

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
    language: str | None = None,
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
        language: of the picture's words, ``en`` or ``zh``; by default that of the window.

    Raises:
        WeightsError: these are no weights, too many, the tokens do not fit, or there is no such
            language.
    """
    given = given_weights(weights, query_tokens=query_tokens, key_tokens=key_tokens, kind=kind)
    return AttentionPicture([given], language=language)


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


def _known_language(language: str | None) -> str | None:
    """The name of its texts; None stays None.

    Raises:
        WeightsError: there are no texts in it.
    """
    if language is None:
        return None
    if language not in _LANGUAGES:
        raise WeightsError(
            "There is no language {language!r}. Languages: {known}.",
            language=language,
            known=", ".join(_LANGUAGES),
        )
    return _LANGUAGES[language]


def _settings_language() -> str:
    """As the user's settings say: ``en`` or ``zh_CN``; of the system, when it is one of them."""
    settings, notice = load_settings(settings_path())
    if notice is not None:
        warnings.warn(str(notice), HeadlightWarning, stacklevel=2)
    if settings.language != "system":
        return settings.language
    system = (locale.getlocale()[0] or "").lower()
    return "zh_CN" if system.startswith(("zh", "chinese")) else "en"
