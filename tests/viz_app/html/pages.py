"""Attention to put into a page, and a reader of pages that is stricter than a browser."""

from collections import Counter
from html.parser import HTMLParser

import numpy as np
from PySide6.QtGui import QColor

from tests.viz_app.design.test_theme import contrast
from viz_app.html.attention import KindWeights

EVIL = "<img src=x onerror=document.title='evil'>"
CLOSING = "</title></script><script>document.title = 'evil'</script>"
HOSTILE = (EVIL, CLOSING, "'\"&<!--", "{{x}}", "\u202exyz", "new\nline")
"""What a user may type: elements, their ends, a template's marks, a turn of the line, a new one."""

VOID = {"br", "img", "link", "meta", "input", "hr"}


def attention(shape, seed=0, *, causal=False):
    """Rows that sum to 1, some weights nearly 1 and many nearly 0. ``[layers, heads, q, k]``."""
    weights = np.exp(3 * np.random.default_rng(seed).normal(size=shape))
    if causal:
        weights *= np.tri(*shape[2:])
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


def three_kinds(layers=2, heads=3, queries=4, keys=5, *, source=None):
    source = source or [f"s{number}" for number in range(keys)]
    fed = ["<s>", *(f"t{number}" for number in range(queries - 1))]
    target = {"query_tokens": fed, "predicted": [*fed[1:], "</s>"]}
    square = attention((layers, heads, queries, queries), 1, causal=True)
    return [
        KindWeights(
            kind="encoder",
            weights=attention((layers, heads, keys, keys)),
            query_tokens=source,
            key_tokens=source,
        ),
        KindWeights(
            kind="decoder",
            weights=square,
            key_tokens=fed,
            mask=np.tri(queries, dtype=np.bool_),
            **target,
        ),
        KindWeights(
            kind="cross",
            weights=attention((layers, heads, queries, keys), 2),
            key_tokens=source,
            **target,
        ),
    ]


class StrictPage(HTMLParser):
    """Every element that begins ends where it should.

    Attributes:
        elements: each with its attributes, in their order.
        words: the texts, without style and script.
    """

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self._open = [], [], []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        names = Counter(name for name, _ in attrs)
        assert max(names.values(), default=1) == 1, (tag, names)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script"} & set(self._open):
            self.words.append(data)

    def all(self, tag, **wanted):
        return [
            attrs
            for name, attrs in self.elements
            if name == tag and wanted.items() <= attrs.items()
        ]

    @property
    def ids(self):
        return [attrs["id"] for _, attrs in self.elements if "id" in attrs]


def weak_words(page, selector):
    """Texts whose contrast with what is under them is below WCAG's 4.5, in a browser's page."""
    found = page.run(_COLOURS % selector)
    assert len(found) > 40
    return [one for one in found if contrast(*(QColor(*colour) for colour in one[1:])) < 4.5]


_COLOURS = """(() => {
  const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const under = element => {
    for (; element; element = element.parentElement) {
      const colour = rgb(getComputedStyle(element).backgroundColor);
      if (colour[3]) return colour;
    }
  };
  return [...document.querySelectorAll('%s')].filter(e => e.textContent.trim())
    .map(e => [e.textContent, rgb(getComputedStyle(e).color), under(e)]);
})()"""
