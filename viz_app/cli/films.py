"""What an animation shows: of a sentence, or of a run in its folder."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from model.messages import UserError
from model.traces.first_look import aligned_head
from model.traces.trace import Trace
from viz_app.app.animation.frames import Film, decoding_film, training_film
from viz_app.cli.loading import check_head, load_model, translated
from viz_app.cli.render_options import attention_of, head_of
from viz_app.cli.terminal import complain
from viz_app.panels.training.replay.changes import WORKBENCH
from viz_app.panels.training.runs.jobs.run_reading import reading_steps
from viz_app.panels.training.state.replay import ReplayState
from viz_app.panels.training.state.runs import RunHistory, RunsState
from viz_app.panels.training.state.training import TrainingState
from viz_app.storage.card_files import CARD
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.workbench.room import Room
from viz_app.workbench.state.selection import Selection
from viz_app.workbench.state.workbench import Workbench

_OF_SENTENCES = ("model", "device")
"""Options that say how to translate."""


def film_of(options: Namespace) -> Film:
    """Of a run, where the argument is the name or the folder of one; else of a sentence.

    Raises:
        UserError: there is no such run, model, head or recorded sentence, the run has no moments,
            the sentence cannot be translated, or a run shall be translated by a model.
    """
    run = _run_named(options.subject, only=options.run)
    if run is None:
        return _of_sentence(options)
    for name in _OF_SENTENCES:
        if getattr(options, name) is not None:
            raise UserError(
                "--{name} is for a sentence: {run!r} is a run, whose weights are recorded.",
                name=name,
                run=options.subject,
            )
    return _of_run(*run, options)


def _of_sentence(options: Namespace) -> Film:
    from model.decoding.summary import summary_of

    if options.probe is not None:
        raise UserError(
            "--probe chooses among what a run has recorded, and there is no run {text!r}.",
            text=options.subject,
        )
    model = load_model(options)
    trace = translated(model, options.subject)
    bench = Workbench(model=summary_of(model), trace=trace, tab=WORKBENCH)
    return decoding_film(_looked_at(bench, trace, options))


def _of_run(runs: Runs, run_id: str, options: Namespace) -> Film:
    """Of a run, as it would be looked at in the window."""
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


def _looked_at(bench: Workbench, trace: Trace, options: Namespace) -> Workbench:
    """The head that was asked for, else the one that aligns best."""
    layer, head = head_of(options) or aligned_head(trace)
    check_head(trace, (layer, head), model=bench.model.name if bench.model else options.subject)
    return dataclasses.replace(
        bench,
        selection=Selection(kind=options.kind, layer=layer, head=head),
        attention=attention_of(options, "grid"),
    )


def _run_named(text: str, *, only: bool) -> tuple[Runs, str] | None:
    """The run of a name, an id or a folder; None for a sentence, which no folder is.

    Raises:
        UserError: it is to be a run, or a folder, and there is no run.
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
        raise UserError("There is no run {name!r}, and no folder of one.", name=text)
    return None


def _holds(folder: Path, kind: Callable[[Path], bool], name: str = "") -> bool:
    try:
        return kind(folder / name)
    except (OSError, ValueError):  # no folder has such a name
        return False


def _read(runs: Runs, run_id: str) -> RunHistory:
    """All that can be read of a run; says what cannot.

    Raises:
        RunError: there is no such run.
    """
    *_, read = (read for read in reading_steps(runs, run_id) if read is not None)
    for notice in read.notices:
        complain(notice)
    return read.history
