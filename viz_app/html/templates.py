"""Templates of `resources/html/`, and what all of them are given."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from viz_app.design.colours import DARK, LIGHT, Colours
from viz_app.design.oklab import SIZE
from viz_app.html.images import kind_palette
from viz_app.texts.visible_token import visible

if TYPE_CHECKING:
    from jinja2 import Environment

PageTheme = Literal["system", "light", "dark"]

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "html"
_MIDDLE = 0.1791
"""The luminance on which black and white text stand out alike, by the formula of WCAG."""


def render(template: str, **given: Any) -> str:
    """A template filled in; what it is given is text, never HTML.

    ``style`` and ``script`` name files beside it that a page or a picture brings along.
    """
    return _environment().get_template(template).render(file=file_text, **given)


def file_text(name: str) -> str:
    """A file beside the templates."""
    return (FOLDER / name).read_text(encoding="utf-8")


def colour_variables(*, dark: bool) -> dict[str, str]:
    """The design's colours by the names that style sheets have for them."""
    colours = DARK if dark else LIGHT
    plain = ("background", "panel", "line", "text", "masked", "encoder", "decoder", "cross")
    return {
        **{name: getattr(colours, name) for name in plain},
        "soft": colours.soft_text,
        "masked-line": colours.masked_line,
        **{f"{kind}-flip": _flip(colours, kind) for kind in ("encoder", "decoder", "cross")},
        "weak-text": "#FFFFFF" if dark else "#000000",
        "strong-text": "#000000" if dark else "#FFFFFF",
    }


@cache
def _environment() -> Environment:
    """Made once, and each template read once; it refers to itself, so that it goes by no count."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # no start needs it

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = visible
    return environment


def policy(script: str) -> str:
    """What a page may load: its own style and pictures, this script, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def _flip(colours: Colours, kind: Any) -> str:
    """The weight from which on the other colour of text stands out more."""
    line = kind_palette(colours, kind)[:SIZE] / 255.0
    linear = ((line + 0.055) / 1.055) ** 2.4
    bright = linear @ (0.2126, 0.7152, 0.0722) > _MIDDLE
    return f"{int((bright == bright[0]).sum()) / SIZE:.3f}"
