"""What is on the workbench, as it is kept in a file: values, and what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model.messages import UserError
from model.traces.summary import ModelSummary
from model.traces.trace import Trace

SUFFIX = ".headlight"

Values = Mapping[str, Any]
"""What JSON knows, by name."""


class SessionError(UserError):
    """A session that cannot be read, trusted or written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedBranch:
    """One way in which the sentence was decoded; see :class:`Branch` of the workbench."""

    id: int
    parent: int | None
    step: int
    name: str
    trace: Trace
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedModel:
    """The model of a session: enough to find it again, and to show what was recorded without it.

    Attributes:
        checksum: that of its checkpoint; empty for a model that is in no file.
        summary: what there is to say of it.
        embedded: its checkpoint is in the session's file.
        path: where its file is now; that is not written, as it says nothing on another machine.
    """

    checksum: str
    summary: ModelSummary
    embedded: bool = False
    path: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What is on the workbench.

    What may be left out or of another version of Headlight is plain values, of which everybody
    takes what they know: ``bench`` and ``panels``.

    Attributes:
        source_text: the sentence asked for last.
        branches: the original first, parents before what left them; empty before a translation.
        current: the branch on screen.
        compared: the branch that it is compared with, or None.
        recorded: the branches are moments of trainings, and not of the model.
        model: the current model, or None before one was loaded.
        bench: selection, attention options, speed, tab.
        zoom: factor, row and column of the picture, and by kind those of kinds side by side; None
            where all is in view.
        panels: what each panel keeps of its slice, by the panel's name.
    """

    source_text: str = ""
    branches: tuple[SavedBranch, ...] = ()
    current: int = 0
    compared: int | None = None
    recorded: bool = False
    model: SavedModel | None = None
    bench: Values = field(default_factory=dict)
    zoom: Values | None = None
    panels: Mapping[str, Values] = field(default_factory=dict)
