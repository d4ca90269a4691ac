"""Options of the command line for the window."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from viz_app.storage.settings import Language, Settings, ThemeName


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """How to open the window. None: as in the user's settings.

    Attributes:
        model: name or file of the first model; None = the shipped one.
        text: the first sentence; None = a sample sentence of the model.
        opens: a session, a model or a run that is opened at once.
        device: ``auto | cpu | cuda | mps``.
        greets: offer the lessons unless the user has answered that before.
        quit_after_first_picture: close by itself once the first heads are painted, for measuring.
    """

    model: str | None = None
    text: str | None = None
    opens: Path | None = None
    language: Language | None = None
    theme: ThemeName | None = None
    device: str | None = None
    greets: bool = False
    quit_after_first_picture: bool = False

    def over(self, settings: Settings) -> Settings:
        """The user's settings, overridden by the command line for this start."""
        return dataclasses.replace(
            settings,
            theme=self.theme or settings.theme,
            language=self.language or settings.language,
            device=self.device or settings.device,
        )
