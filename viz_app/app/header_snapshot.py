"""The snapshot of the header: source field and model; and what to do next."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from model.config import STACKS, Stack
from model.files import shown_name
from model.messages import Message
from model.traces.summary import ModelSummary
from viz_app.storage.library import DEFAULT_MODEL, ENGLISH_MODEL, ModelEntry, ModelFile
from viz_app.storage.run_folder import MODEL
from viz_app.texts.labels import message_text
from viz_app.texts.sentences import way_texts
from viz_app.texts.visible_token import safe
from viz_app.widgets.layout import BRANCH_KEYS, STEP_KEYS
from viz_app.workbench.changes.models import absence
from viz_app.workbench.snapshots.interventions import resolve_intervention
from viz_app.workbench.state import Workbench


def listed_name(
    entry: ModelEntry, models: Sequence[ModelEntry], file: ModelFile | None = None
) -> str:
    """A model's name, with as many parent folders as it takes to be unique.

    ``file`` is that of the current model, which may differ from the shipped one.
    """
    name = entry.name
    if not entry.shipped:
        name = " · ".join(filter(None, (name, _telling_folders(entry, models))))
    if file is not None and file.altered and file.path == entry.path:
        name = QCoreApplication.translate("ModelChooser", "{name} (changed)").format(name=name)
    return name


def _telling_folders(entry: ModelEntry, models: Sequence[ModelEntry]) -> str:
    """The shortest end of its folder's path that no model of the same name shares; may be empty."""
    own = entry.path.parent.parts
    others = [
        other.path.parent.parts
        for other in models
        if other.name == entry.name and other.path != entry.path
    ]
    if not others:
        return ""
    numbers = range(1, len(own) + 1)
    count = next((n for n in numbers if own[-n:] not in {o[-n:] for o in others}), len(own))
    return str(Path(*own[-count:]))


@dataclass(frozen=True, slots=True)
class ModelWords:
    """Words of the header, in English.

    Attributes:
        sentence, sentence_tip, placeholder: of the field.
        action, action_tip: of the button beside it.
    """

    sentence: str
    sentence_tip: str
    placeholder: str
    action: str
    action_tip: str


_WORDS: Mapping[tuple[Stack, ...], ModelWords] = {
    STACKS: ModelWords(
        "Source sentence",
        "The sentence to translate; Return translates it, Alt+Down lists others",
        "Type or paste a sentence",
        "Translate",
        "Translate the source",
    ),
    ("decoder",): ModelWords(
        "Prompt",
        "The prompt that the model continues; Return generates, Alt+Down lists others",
        "Type a prompt for the model to continue",
        "Generate",
        "Continue the prompt, token by token",
    ),
    ("encoder",): ModelWords(
        "Sentence",
        "The sentence to read; write [MASK] for a token to be predicted. Return predicts, "
        "Alt+Down lists others",
        "Type a sentence, with [MASK] for a token to predict",
        "Predict",
        "Predict the masked tokens of the sentence",
    ),
}


def model_words(stacks: tuple[Stack, ...]) -> ModelWords:
    words = dataclasses.astuple(_WORDS[stacks])
    return ModelWords(*(QCoreApplication.translate("HeaderBar", text) for text in words))


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderSnapshot:
    """What the header shows.

    Attributes:
        source_text: the user's own sentence.
        doubted: a sentence not translated because it is unlike the training data, or empty.
        asked: sentences translated in this window, the newest first.
        recorded_run: the name of the run whose moment is on screen, or empty.
        probe: the sentence of that moment.
        waiting: a translation was requested, and has no step yet.
        models: those that can be opened by name, and the files that were opened before.
        file: of the current model.
        absent: message on a model that is not available, or None.
    """

    source_text: str = ""
    doubted: str = ""
    asked: tuple[str, ...] = ()
    translating: bool = False
    waiting: bool = False
    loading: str | None = None
    models: tuple[ModelEntry, ...] = ()
    model: ModelSummary | None = None
    file: ModelFile | None = None
    absent: Message | None = None
    recorded_run: str = ""
    probe: str = ""

    @property
    def shown_text(self) -> str:
        """The sentence on screen: of the recorded moment, else the user's own."""
        return self.probe if self.recorded_run else self.source_text

    @property
    def examples(self) -> tuple[str, ...]:
        return self.model.samples if self.model else ()

    @property
    def stacks(self) -> tuple[Stack, ...]:
        return self.model.config.stacks if self.model else STACKS

    @property
    def model_name(self) -> str | None:
        return self.model.name if self.model else None

    @property
    def built_in(self) -> str:
        """Name of the current or loading model if it is a shipped one, else empty."""
        path = self.file.path if self.file and self.loading is None else None
        shipped = (entry for entry in self.models if entry.shipped)
        found = (
            entry.name for entry in shipped if path == entry.path or self.loading == entry.name
        )
        return next(found, "")

    @property
    def other_model(self) -> ModelEntry | None:
        """The other one of the two shipped models of sentences, while one of them is open."""
        pair = {DEFAULT_MODEL: ENGLISH_MODEL, ENGLISH_MODEL: DEFAULT_MODEL}
        other = pair.get(self.built_in)
        return next((entry for entry in self.models if entry.shipped and entry.name == other), None)

    @property
    def sized_model(self) -> ModelSummary | None:
        """The current model, unless a run is shown, or the model is not loaded."""
        here = self.loading is None and self.absent is None
        return self.model if here and not self.recorded_run else None


def resolve_translated(bench: Workbench) -> str:
    """The sentence and its translation so far, in one line; empty before the first."""
    trace = bench.trace
    if trace is None:
        return ""
    shown, changed = f"{safe(trace.source_text)} → {safe(trace.translation)}", ""
    if (under := resolve_intervention(bench)) is not None:
        way = way_texts()["same" if under.same_target else "free"][0]
        changed = f" · {message_text(under.name)} · {way}"
    return f"{shown}{changed}"


def next_sentence(bench: Workbench) -> Message | None:
    """The next suggestion for an example; None when all are done, and for other sentences."""
    trace, examples = bench.trace, bench.model.samples if bench.model else ()
    if trace is None or not trace.finished or trace.source_text not in examples:
        return None
    if bench.recorded or bench.outdated or "cross" not in trace.kinds:
        return None
    following = trace.steps[bench.selection.step + 1 :]
    if "step" not in bench.picked and following:
        return Message(
            "Press {keys} to see how the next token, “{token}”, is chosen.",
            {"keys": STEP_KEYS["step_forward"], "token": following[0].token},
        )
    if "head" not in bench.picked:
        return Message("Click another head to see what it attends to.")
    return _what_if(bench)


def _what_if(bench: Workbench) -> Message | None:
    """What can be changed, first another token, then a head."""
    if bench.branches is None or bench.read_only or bench.interventions:
        return None
    if len(bench.branches.branches) > 1:
        return Message("Press X to switch off the head in view, and see what changes.")
    return Message(
        "Press {keys} to continue with the second most probable token instead.",
        {"keys": BRANCH_KEYS},
    )


def resolve_header(bench: Workbench) -> HeaderSnapshot:
    shown = HeaderSnapshot(
        source_text=bench.source_text,
        doubted=bench.doubted,
        asked=bench.asked,
        translating=bench.translating,
        waiting=bench.translating and not (bench.branches and bench.branches.growing),
        loading=bench.loading,
        models=(*bench.models, *_opened(bench)),
        model=bench.model,
        file=bench.model_file,
        absent=absence(bench),
    )
    if not bench.recorded or bench.trace is None or bench.branches is None:
        return shown
    run = bench.branches.current_branch.name
    return dataclasses.replace(shown, recorded_run=run, probe=bench.trace.source_text)


def _opened(bench: Workbench) -> Iterator[ModelEntry]:
    # The file of a run is named after its folder.
    listed = {entry.path for entry in bench.models}
    for path in map(Path, bench.settings.recent_models):
        if path not in listed:
            name = path.parent.name if path.name == MODEL else path.stem
            yield ModelEntry(shown_name(name), path, shipped=False, opened=True)
