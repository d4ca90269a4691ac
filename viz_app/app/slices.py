"""Slices of the state of no panel: animation, checks, scenes, undo, import, session. No Qt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.messages import ConfigError, Message
from model.traces.summary import ModelSummary
from model.traces.trace import Trace
from model.values import FileText, read
from viz_app.engine.step import Step
from viz_app.storage.files import FileProgress
from viz_app.storage.library import ModelFile
from viz_app.storage.session import SavedModel, Scene, Session
from viz_app.workbench.changes.sessions import Work
from viz_app.workbench.state import Branch

if TYPE_CHECKING:
    from model.checkpoint.import_reading import ImportQuestion, ImportReading
    from model.lessons.checks import CheckName, Finding
    from model.lessons.questions import Judgement
    from viz_app.storage.lessons import Lesson, LessonScene


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationState:
    """Progress of an animation.

    Attributes:
        progress: of the animation being saved, else None.
        problem: why the last one was not, until the next one begins.
    """

    progress: FileProgress | None = None
    problem: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckState:
    """One round of checks.

    Attributes:
        model: its name, empty before the first round.
        key: its key in the worker; None once another model has replaced it.
        findings: of the checks that were made, in their order.
        running: whether there are more to come.
        problem: why a round failed.
        chosen: the selected check; None = the worst one.
    """

    model: str = ""
    key: int | None = None
    findings: tuple[Finding, ...] = ()
    running: bool = False
    problem: Message | None = None
    chosen: CheckName | None = None


def round_begun(state: CheckState, *, model: str, key: int | None) -> CheckState:
    # The check that the user selected stays selected.
    return CheckState(model=model, key=key, running=True, chosen=state.chosen)


def check_made(state: CheckState, finding: Finding) -> CheckState:
    return dataclasses.replace(state, findings=(*state.findings, finding))


def round_ended(state: CheckState, problem: Message | None = None) -> CheckState:
    if not state.running:
        return state
    return dataclasses.replace(state, running=False, problem=problem)


def model_replaced(state: CheckState) -> CheckState:
    return CheckState(model=state.model, chosen=state.chosen)


def check_chosen(state: CheckState, name: CheckName) -> CheckState:
    return dataclasses.replace(state, chosen=name)


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in the worker by its key; ``file`` is where it was loaded from, if it was."""

    key: int
    summary: ModelSummary
    file: ModelFile | None = None

    def is_of(self, saved: SavedModel | None) -> bool:
        """Whether a session was saved with it."""
        if saved is None or self.summary is saved.summary:
            return saved is not None
        return self.file is not None and self.file.checksum == saved.checksum


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenes:
    """The scenes of the session.

    Attributes:
        list: in their order.
        current: the id of the scene that was shown or added last, or None.
        place: where the current scene was in the list if it was deleted, else 0.
        shown: whether the list is visible.
        models: those of scenes that are loaded.
        failed: files of models that could not be loaded ahead.
    """

    list: tuple[Scene, ...] = ()
    current: int | None = None
    place: int = 0
    shown: bool = False
    models: tuple[LoadedModel, ...] = ()
    failed: frozenset[Path] = frozenset()


def traces_of(scenes: Sequence[Scene]) -> Iterator[Trace]:
    return (branch.trace for scene in scenes for branch in scene.session.branches)


MOST_STEPS = 100
MOST_BYTES = 256 * 2**20
"""Memory of traces and models kept only for undo: the oldest steps are removed first.

What several steps share is in memory once, and what is on the workbench is there anyway.
"""

BYTES_OF_A_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Kept:
    """A step, and the value that undo (or redo, once undone) restores."""

    step: Step
    what: Any


@dataclass(frozen=True, slots=True)
class History:
    """The steps of undo, oldest first, and of redo, the next one first."""

    past: tuple[Kept, ...] = ()
    future: tuple[Kept, ...] = ()

    @property
    def models(self) -> frozenset[int | None]:
        return frozenset(work.model_key for work in _works(self))


def with_step(history: History, kept: Kept, *, now: Work, scenes: Scenes = Scenes()) -> History:
    """Add a step to ``history``; clears redo, and removes the oldest steps above the limits."""
    longer = History((*history.past[1 - MOST_STEPS :], kept))
    while longer.past and _size(longer, now, scenes) > MOST_BYTES:
        longer = History(longer.past[1:])
    return longer


def rekeyed(
    history: History, old: int | None, *, awaited: str | None = None, **model: Any
) -> History:
    """Let steps refer to the copy of a model that was moved; ``model`` are its new fields.

    ``awaited`` is the checksum of the model if it was missing until now.
    """

    def moved(kept: Kept) -> Kept:
        work = kept.what
        if not isinstance(work, Work) or (work.model_key, work.absent) != (old, awaited):
            return kept
        return Kept(kept.step, dataclasses.replace(work, **model))

    return History(tuple(map(moved, history.past)), tuple(map(moved, history.future)))


def without_idle(history: History, idle: Callable[[Kept, bool], bool]) -> History:
    """Without the next steps that would change nothing; ``idle`` is told which were done."""
    past, future = history.past, history.future
    while past and idle(past[-1], True):
        past = past[:-1]
    while future and idle(future[0], False):
        future = future[1:]
    return History(past, future)


def _size(history: History, now: Work, scenes: Scenes) -> int:
    """Bytes that the steps keep in memory, without what ``now`` and ``scenes`` share."""
    works = _works(history)
    traces = {id(trace): trace for work in works for trace in work.traces}
    for kept in (*history.past, *history.future):
        if isinstance(kept.what, Scenes):
            traces |= {id(trace): trace for trace in traces_of(kept.what.list)}
    models = {work.model_key: work.model for work in works}
    for trace in (*now.traces, *traces_of(scenes.list)):
        traces.pop(id(trace), None)
    for key in (now.model_key, *(model.key for model in scenes.models)):
        models.pop(key, None)
    numbers = sum(model.n_parameters for model in models.values() if model is not None)
    return BYTES_OF_A_NUMBER * numbers + sum(trace.nbytes for trace in traces.values())


def _works(history: History) -> list[Work]:
    return [kept.what for kept in (*history.past, *history.future) if isinstance(kept.what, Work)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportState:
    """The model to be imported, and the answers about it.

    Attributes:
        path: of the model; None before one was chosen.
        answers: by the names of questions; one that is not asked any more is kept, and not used.
        questions: the latest ones, also if it could not be read.
        reading: the latest successful reading, perhaps with other answers.
        problem: why it could not be read with these answers.
        recognising: it is being read.
        name: of the model to be.
        progress: while it is being imported.
        failure: why it was not imported, until something is changed or it is tried again.
    """

    path: Path | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    questions: Sequence[ImportQuestion] = ()
    reading: ImportReading | None = None
    problem: Message | None = None
    recognising: bool = False
    name: str = ""
    progress: FileProgress | None = None
    failure: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonState:
    """The open lesson, or the list of lessons; neither at first.

    Attributes:
        listed: the lessons to choose from, while the list is shown.
        index: of the scene, from 0.
        posed: the scene is on screen, and the user may look around.
        judged: answers that were given, by the index of their scene.
        problem: why the last answer could not be judged, or None.
    """

    listed: tuple[Lesson, ...] = ()
    lesson: Lesson | None = None
    index: int = 0
    posed: bool = False
    judged: Mapping[int, Judgement] = field(default_factory=dict)
    problem: Message | None = None

    @property
    def scene(self) -> LessonScene | None:
        return self.lesson.scenes[self.index] if self.lesson is not None else None


DOCUMENT = "document"
"""Key in the plain values of an autosaved session: its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The file of a session; ``embeds``: with its model; ``unsaved``: it has unsaved changes."""

    path: Path
    embeds: bool = False
    unsaved: bool = False


Content = tuple[tuple[Branch, ...], tuple[Scene, ...]]
"""The user's work in a session: branches and scenes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlace:
    """The session on screen as a document.

    Attributes:
        document: the file that it was opened from or saved as, or None.
        saved: what is in the file.
        kept: earlier sessions that were not saved, newest first.
    """

    document: Document | None = None
    saved: Content = ((), ())
    kept: tuple[Path, ...] = ()


def document_at(path: Path, session: Session) -> Document:
    return Document(path=path, embeds=session.model is not None and session.model.embedded)


def with_document(session: Session, document: Document | None) -> Session:
    if document is None:
        return session
    told = {**dataclasses.asdict(document), "path": str(document.path)}
    return dataclasses.replace(session, bench={**session.bench, DOCUMENT: told})


def document_of(session: Session) -> Document | None:
    try:
        told = read(_ToldDocument, session.bench.get(DOCUMENT))
    except ConfigError:
        return None
    return Document(path=Path(told.path), embeds=told.embeds, unsaved=told.unsaved)


@dataclass(frozen=True, slots=True)
class _ToldDocument:
    path: FileText
    embeds: bool
    unsaved: bool
