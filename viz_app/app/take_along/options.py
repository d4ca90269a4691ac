"""How a picture is taken along: as which file, how large, in which colours, with a caption."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Suffix = Literal[".png", ".svg", ".pdf"]
PrintColours = Literal["screen", "light"]
Taking = Literal["picture", "whole"]

SCALES = (1, 2, 3, 4)
"""Pixels of a PNG for one px that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureOptions:
    """What is chosen; kept while the window is open.

    Attributes:
        scale: pixels of a PNG for one px.
        colours: those on the screen, or light ones for print.
        tokens: whether a grid of heads has its tokens on the axes; the screen has no room for
            them.
        extent: the picture that was meant, or all pictures of the tab.
    """

    suffix: Suffix = ".png"
    scale: int = 2
    colours: PrintColours = "screen"
    caption: bool = True
    tokens: bool = True
    extent: Taking = "picture"
