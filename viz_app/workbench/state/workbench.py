"""What every panel looks at: model, translation, branches, selection, options, playback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from model.messages import Message
from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.storage.settings import Settings
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.branches import BranchTree
from viz_app.workbench.state.selection import Selection

NoticeLevel = Literal["info", "warning", "error"]
LEVELS: tuple[NoticeLevel, ...] = get_args(NoticeLevel)


Picked = Literal["head", "step"]
"""What the user has chosen to look at, so that nothing else chooses it."""

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Steps a second that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playback:
    """Whether steps advance by themselves, and how many a second."""

    playing: bool = False
    speed: float = 1.0

    @property
    def interval_ms(self) -> int:
        """Milliseconds from one step to the next."""
        return round(1000 / self.speed)


@dataclass(frozen=True, slots=True)
class Notice:
    """One non-modal sentence: what happened, what to do; details on demand.

    Attributes:
        level: the gravest of its parts.
        parts: where more was said than one sentence, all of ``message`` in turn by its level.
        go_on: the id of an interrupted run that the user is offered to go on with, or empty.
        use: the id of a run whose model the user is offered to translate with, or empty.
        example: a sentence that the user is offered to translate instead, or empty.
    """

    level: NoticeLevel
    message: Message
    details: str = ""
    go_on: str = ""
    use: str = ""
    example: str = ""
    parts: tuple[tuple[NoticeLevel, Message], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """The state that all panels share.

    Attributes:
        model: the current model, or None before the first is loaded.
        model_key: under which the worker holds that very model.
        model_file: where it was loaded from; None for one that is in no file, as in a training.
        loading: the name of a model that is being loaded.
        models: checkpoints that can be opened by name.
        source_text: the sentence asked for last.
        asked: sentences that were asked for in this window, the newest first.
        doubted: a sentence that was not translated, because it is in another script than the model
            reads, or of another length than it has learned; who asks for it again wants it.
        translating: whether decoding is under way.
        trace: the translation, as far as it has come; that of the current branch.
        outdated: the trace is of the model before, until the new one has read the sentence.
        branches: the translation and what left it, or None before the first.
        refused_target: what the user gave as a target and the model cannot write, or empty.
        recorded: the translation is a moment of a training: nothing can be decoded on from it.
        absent: the model is not here, only what it has made: its checksum, by which it is known
            when it comes, or empty for one that was in no file; None where it is here.
        prerecorded: the translation came with Headlight; the model's own takes its place when the
            model is here.
        picked: what of the selection is the user's choice: the head until another model comes,
            the step until another translation begins. The rest is chosen for the user.
        whole: all steps of a finished translation are in view: nobody has walked them yet.
        tab: the panel in front; what only another one shows is not computed.
    """

    model: ModelSummary | None = None
    model_key: int | None = None
    model_file: ModelFile | None = None
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    source_text: str = ""
    asked: tuple[str, ...] = ()
    doubted: str = ""
    translating: bool = False
    trace: Trace | None = None
    outdated: bool = False
    branches: BranchTree | None = None
    refused_target: str = ""
    recorded: bool = False
    absent: str | None = None
    prerecorded: bool = False
    selection: Selection = Selection()
    picked: frozenset[Picked] = frozenset()
    whole: bool = False
    attention: AttentionOptions = AttentionOptions()
    playback: Playback = Playback()
    tab: str = "attention"
    notice: Notice | None = None
    settings: Settings = Settings()

    @property
    def read_only(self) -> bool:
        """Whether what is on screen can only be looked at: the weights behind it are not here."""
        return self.recorded or self.absent is not None

    @property
    def trace_key(self) -> int | None:
        """Under which the worker holds the model of what is on screen; None without it."""
        return None if self.read_only else self.model_key
