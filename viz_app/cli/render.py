"""Commands that make pictures: ``render`` and ``animate``."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from model.files import make_folder
from model.lessons.masks import MaskRecord
from model.messages import UserError
from model.traces.head_measures import aligned_head
from model.traces.trace import KINDS, Trace
from viz_app.app.animation import Film, decoding_film, saving_steps, training_film
from viz_app.cli.arguments import PageLanguage
from viz_app.cli.loading import (
    FRAMES,
    PICTURES,
    check_fillable,
    check_head,
    check_writable,
    load_model,
    show_beside_bar,
    translated,
)
from viz_app.cli.picture_options import AnimateOptions, Look, RenderOptions
from viz_app.cli.terminal import DONE, complain, draw_without_display, show
from viz_app.panels.attention.room import AttentionSnapshot, resolve_attention
from viz_app.panels.positions.room import PositionsSnapshot, PositionsState, resolve_positions
from viz_app.panels.training.replay.room import WORKBENCH
from viz_app.panels.training.runs.jobs import reading_steps
from viz_app.panels.training.state import ReplayState, RunHistory, RunsState, TrainingState
from viz_app.storage.animation_files import AnimationFile
from viz_app.storage.library import Library
from viz_app.storage.run_folder import CARD
from viz_app.storage.runs import Runs
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.changes.translation import rooted, trace_arrived, with_tree
from viz_app.workbench.room import Room
from viz_app.workbench.state import Selection, Workbench, with_step

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel

# ------------------------------------------------------------------------------------------ render
# ``headlight render``: a sentence's pictures as files.


def render_sentence(options: RenderOptions) -> int:
    """Raises UserError if the model, sentence, head, step or file cannot be used."""
    paths = {
        view: options.file or options.output / f"{view}.{options.suffix}"
        for view in options.chosen_views
    }
    check_places(paths)
    model = load_model(options, options.sentence)
    render_figures(model, options.sentence, paths=paths, look=options.look)
    return DONE


def check_places(paths: dict[str, Path]) -> None:
    """Raise WriteError unless the figures can be written."""
    for folder in {path.parent for path in paths.values()}:
        check_fillable(folder, [path.name for path in paths.values()])


def render_figures(model: TrainedModel, text: str, *, paths: dict[str, Path], look: Look) -> None:
    """Make the folder if it is missing; raises UserError."""
    trace = translated(model, text)
    bench = _bench(model, trace, look)
    subjects = {view: _subject(model, bench, view) for view in paths}
    if not any(subjects.values()):
        raise UserError(
            "{model} has no {views} to draw: it has only an encoder or only a decoder.",
            model=model.name,
            views=", ".join(subjects),
        )
    for folder in {path.parent for path in paths.values()}:
        make_folder(folder)
    with _canvas(look.language, (*trace.source_tokens, *trace.predicted_tokens)):
        from viz_app.cli.figures import save_view

        def drawn() -> Iterator[int]:
            # Yields the number of finished pictures.
            for number, (view, subject) in enumerate(subjects.items(), start=1):
                if subject is not None:
                    save_view(paths[view], subject, bench=bench, look=look)
                    show_beside_bar(str(paths[view]))
                yield number

        PICTURES.follow(drawn(), total=len(subjects))


@contextmanager
def _canvas(language: PageLanguage, tokens: Iterable[str]) -> Iterator[None]:
    """Draw without a window, in a language; reports a font that the tokens lack."""
    draw_without_display()
    from viz_app.app.appearance import speaking
    from viz_app.cli.figures import missing_font, open_canvas

    canvas = open_canvas()  # fonts live as long as it does
    missing = missing_font(tokens)
    if missing is not None:
        complain(missing)
    with speaking(language, canvas):
        yield


def _bench(model: TrainedModel, trace: Trace, look: Look) -> Workbench:
    """The workbench as in the window, at the head and step; raises UserError if missing."""
    from model.decoding.samples import summary_of

    if look.head is not None:
        check_head(trace, look.head, model=model.name)
    if look.step is not None and look.step >= trace.n_places:
        raise UserError(
            "There is no step {step}: the translation has {count}.",
            step=look.step + 1,
            count=trace.n_places,
        )
    bench = Workbench(model=summary_of(model), attention=look.attention)
    bench = trace_arrived(bench, trace, model.interventions)
    if look.head is not None:
        bench = head_picked(bench, bench.selection.kind, *look.head)
    if look.step is not None:
        selection = with_step(bench.selection, look.step, trace)
        bench = dataclasses.replace(bench, selection=selection)
    return bench


def _subject(
    model: TrainedModel, bench: Workbench, view: str
) -> AttentionSnapshot | MaskRecord | PositionsSnapshot | None:
    if view in KINDS:
        if bench.trace is not None and view not in bench.trace.kinds:
            return None
        return resolve_attention(kind_picked(bench, view))
    if view == "masks" and bench.trace is not None:
        return _masks(model, bench.trace.source_text)
    return resolve_positions(Room(PositionsState(), bench))


def _masks(model: TrainedModel, text: str) -> MaskRecord | None:
    """The masks of a batch of the sentence and one of another length; None without a mask."""
    if len(model.config.stacks) == 1:
        return None
    from model.lessons.with_torch.masks import batch_steps, companion_steps
    from model.steps import run_through

    other = run_through(companion_steps(model, text))
    record, _ = run_through(batch_steps(model, (text, other)))
    return record


# ------------------------------------------------------------------------------------------- films
# What an animation shows: of a sentence, or of a run in its folder.


_OF_SENTENCES = ("model", "device")
"""Options that say how to translate."""


def film_of(options: AnimateOptions) -> Film:
    """Of a run if the argument names one, else of a sentence; raises UserError."""
    run = _run_named(options.subject, only=options.is_run)
    if run is None:
        return _of_sentence(options)
    for name in _OF_SENTENCES:
        if getattr(options, name) is not None:
            raise UserError(
                "--{name} applies to sentences only: {run!r} is a run with recorded weights.",
                name=name,
                run=options.subject,
            )
    return _of_run(*run, options)


def _of_sentence(options: AnimateOptions) -> Film:
    from model.decoding.samples import summary_of

    if options.probe is not None:
        raise UserError(
            "--probe selects a recorded sentence of a run, and there is no run {text!r}.",
            text=options.subject,
        )
    model = load_model(options, options.subject)
    trace = translated(model, options.subject)
    bench = with_tree(Workbench(model=summary_of(model)), rooted(trace, model.interventions))
    bench = dataclasses.replace(bench, tab=WORKBENCH)
    return decoding_film(_looked_at(bench, trace, options))


def _of_run(runs: Runs, run_id: str, options: AnimateOptions) -> Film:
    history = _read(runs, run_id)
    number = options.probe or 1
    own = TrainingState(
        runs=RunsState(cards=(history.card,), shown=run_id, histories=(history,)),
        replay=ReplayState(run_id=run_id, probe=number - 1),
    )
    traces = history.moments[-1].traces if history.moments else ()
    if traces and number > len(traces):
        raise UserError(
            "There is no sentence {number}: this run has recorded {count}.",
            number=number,
            count=len(traces),
        )
    bench = Workbench(tab=WORKBENCH)
    if traces:
        bench = _looked_at(bench, traces[number - 1], options)
    return training_film(Room(own, bench))


def _looked_at(bench: Workbench, trace: Trace, options: AnimateOptions) -> Workbench:
    # By default the head that aligns best.
    layer, head = options.place or aligned_head(trace)
    check_head(trace, (layer, head), model=bench.model.name if bench.model else options.subject)
    return dataclasses.replace(
        bench,
        selection=Selection(kind=options.kind, layer=layer, head=head),
        attention=options.attention("grid"),
    )


def _run_named(text: str, *, only: bool) -> tuple[Runs, str] | None:
    """The run of a name, an id or a folder; None for a sentence.

    Raises:
        UserError: a run was requested, or a folder given, and there is no run.
    """
    runs = Library().runs
    for card in runs.cards():
        if text in {card.name, card.run_id}:
            return runs, card.run_id
    folder = Path(text)
    if _holds(folder, Path.is_file, CARD):
        folder = folder.absolute()
        return Runs(folder.parent, models=()), folder.name
    if only or _holds(folder, Path.is_dir):
        raise UserError("There is no run {name!r}, nor a run folder of that name.", name=text)
    return None


def _holds(folder: Path, kind: Callable[[Path], bool], name: str = "") -> bool:
    try:
        return kind(folder / name)
    except (OSError, ValueError):  # no folder has such a name
        return False


def _read(runs: Runs, run_id: str) -> RunHistory:
    """All that can be read of a run; raises RunError if there is none."""
    *_, read = (read for read in reading_steps(runs, run_id) if read is not None)
    for notice in read.notices:
        complain(notice)
    return read.history


# ----------------------------------------------------------------------------------------- animate
# ``headlight animate``: a decoding, or the time-lapse of a training, as GIF or MP4.


def animate(options: AnimateOptions) -> int:
    """Raises UserError if the run, model, head, sentence or file cannot be used."""
    width, height = options.size
    file = AnimationFile(path=options.output, width=width, height=height, fps=options.fps)
    file.check()
    check_writable(file.path)
    film = film_of(options)
    first = film.frame(0)
    with _canvas(options.language, (first.source, *first.steps.tokens)):
        from viz_app.design.theme import dark_theme, light_theme

        theme = dark_theme() if options.theme == "dark" else light_theme()
        FRAMES.follow_stoppable(saving_steps(film, theme, file), total=film.count)
    show(str(file.path))
    return DONE
