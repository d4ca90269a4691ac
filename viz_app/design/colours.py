"""The one file with the design's colours. No Qt: pages in a browser have them too."""

from __future__ import annotations

from dataclasses import dataclass

from model.traces.trace import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """Every colour (``#RRGGBB``), in light or in dark.

    Attributes:
        background, panel, line: the window, the sheets on it, and hairlines.
        text, soft_text: what is read, and what explains it.
        encoder, decoder, cross: the colour of each kind of attention, in every view.
        query, key, value: the colour of Q, K and V, in every view.
        masked, masked_line: ground and hatching of cells that may not be attended to.
        negative, positive: the two ends of the diverging map.
        curves: of lines in one plot; none is the colour of a kind or of Q, K and V.
        danger, warning: of notices.
    """

    is_dark: bool
    background: str
    panel: str
    line: str
    text: str
    soft_text: str
    encoder: str
    decoder: str
    cross: str
    query: str
    key: str
    value: str
    masked: str
    masked_line: str
    negative: str
    positive: str
    curves: tuple[str, ...]
    danger: str
    warning: str

    @property
    def accent(self) -> str:
        """The one accent colour."""
        return self.cross

    @property
    def on_accent(self) -> str:
        """Text on the accent colour."""
        return self.background if self.is_dark else self.panel

    def kind_colour(self, kind: Kind) -> str:
        """The colour of a kind of attention."""
        return {"encoder": self.encoder, "decoder": self.decoder, "cross": self.cross}[kind]


LIGHT = Colours(
    is_dark=False,
    background="#F6F6F3",
    panel="#FFFFFF",
    line="#E2E2DC",
    text="#1E2227",
    soft_text="#6A7079",
    encoder="#0B5FA5",
    decoder="#B34700",
    cross="#0B6E4F",
    query="#7B3FA0",
    key="#8F6B00",
    value="#00808F",
    masked="#E7E7E2",
    masked_line="#C6C6BF",
    negative="#96611B",
    positive="#5B4B9E",
    curves=("#5B4B9E", "#96611B", "#A23B72", "#4A5568"),
    danger="#B3261E",
    warning="#8A5A00",
)
"""Dark text on white panels."""

DARK = Colours(
    is_dark=True,
    background="#16181B",
    panel="#1E2125",
    line="#30343A",
    text="#E8EAED",
    soft_text="#9AA1AB",
    encoder="#5AA9F0",
    decoder="#FF9A57",
    cross="#3FC493",
    query="#CDA4F5",
    key="#E0BC45",
    value="#2FB5BD",
    masked="#2D3137",
    masked_line="#4C525A",
    negative="#E0B070",
    positive="#B0A2F5",
    curves=("#B0A2F5", "#E0B070", "#F08CB8", "#B6BECA"),
    danger="#FF8A80",
    warning="#F2B84B",
)
"""Light text on dark panels."""
