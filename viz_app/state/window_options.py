"""What the command line asks of the window."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.state.settings import Language, Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """Options of one start; None leaves the user's settings or the default alone.

    Attributes:
        model: a model's name or file.
        text: the first sentence.
        quit_after_first_picture: end as soon as the first attention was painted.
    """

    model: str | None = None
    text: str | None = None
    language: Language | None = None
    theme: Theme | None = None
    device: str | None = None
    quit_after_first_picture: bool = False
