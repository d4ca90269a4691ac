"""``headlight render``: a sentence's pictures as files."""

from __future__ import annotations

import dataclasses
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.atomic import make_folder
from model.lessons.masks.record import MaskRecord
from model.messages import UserError
from model.traces.trace import KINDS, Trace
from viz_app.cli import render_options
from viz_app.cli.destination import check_fillable
from viz_app.cli.display import draw_without_display
from viz_app.cli.loading import check_head, load_model, translated
from viz_app.cli.progress import follow_pictures, show_beside_bar
from viz_app.cli.render_options import Look
from viz_app.cli.terminal import DONE, complain
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot, resolve_attention
from viz_app.panels.positions.snapshot import PositionsSnapshot, resolve_positions
from viz_app.panels.positions.state import PositionsState
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.room import Room
from viz_app.workbench.state.selection import with_step
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel


def render_sentence(options: Namespace) -> int:
    """Translate, draw, print the path of each picture.

    Raises:
        UserError: the model cannot be loaded, the sentence not be translated, there is no such
            head or step, or a file cannot be written.
    """
    views, file = render_options.chosen_views(options), render_options.file_of(options)
    suffix = render_options.suffix_of(options)
    paths = {view: file or options.output / f"{view}.{suffix}" for view in views}
    check_places(paths)
    render_figures(
        load_model(options), options.sentence, paths=paths, look=render_options.look_of(options)
    )
    return DONE


def figures_in(folder: Path, *, views: Sequence[str]) -> dict[str, Path]:
    """Where PNGs of views go."""
    return {view: folder / f"{view}.png" for view in views}


def check_places(paths: dict[str, Path]) -> None:
    """Find out before the work whether figures can be written.

    Raises:
        WriteError: their folder cannot be made, or takes no files.
    """
    for folder in {path.parent for path in paths.values()}:
        check_fillable(folder, [path.name for path in paths.values()])


def render_figures(model: TrainedModel, text: str, *, paths: dict[str, Path], look: Look) -> None:
    """Draw views of a sentence into files, whose folder is made when it is missing.

    Raises:
        UserError: the sentence cannot be translated, there is no such head or step, or nothing of
            what is to be drawn; the folder cannot be made, or a file not be written.
    """
    trace = translated(model, text)
    bench = _bench(model, trace, look)
    subjects = {view: _subject(model, bench, view) for view in paths}
    if not any(subjects.values()):
        raise UserError(
            "{model} has no {views} to draw: it has an encoder or a decoder alone.",
            model=model.name,
            views=", ".join(subjects),
        )
    for folder in {path.parent for path in paths.values()}:
        make_folder(folder)
    draw_without_display()
    from viz_app.app.languages import speaking
    from viz_app.cli.figures.drawing import missing_font, open_canvas, save_view

    canvas = open_canvas()  # fonts live as long as it does
    missing = missing_font((*trace.source_tokens, *trace.predicted_tokens))
    if missing is not None:
        complain(missing)

    def drawn() -> Iterator[int]:
        """How many there are by now."""
        for number, (view, subject) in enumerate(subjects.items(), start=1):
            if subject is not None:
                save_view(paths[view], subject, bench=bench, look=look)
                show_beside_bar(str(paths[view]))
            yield number

    with speaking(look.language, canvas):
        follow_pictures(drawn(), total=len(subjects), stream=sys.stderr, is_short=True)


def _bench(model: TrainedModel, trace: Trace, look: Look) -> Workbench:
    """The workbench as it is in the window after this translation, at the head and step asked for.

    Raises:
        UserError: there is no such head or step.
    """
    from model.decoding.summary import summary_of

    _check(look, trace, model.name)
    bench = Workbench(model=summary_of(model), attention=look.attention)
    bench = trace_arrived(bench, trace)
    if look.head is not None:
        bench = head_picked(bench, bench.selection.kind, *look.head)
    if look.step is not None:
        selection = with_step(bench.selection, look.step, trace)
        bench = dataclasses.replace(bench, selection=selection)
    return bench


def _check(look: Look, trace: Trace, model: str) -> None:
    if look.head is not None:
        check_head(trace, look.head, model=model)
    if look.step is not None and look.step >= trace.n_places:
        raise UserError(
            "There is no step {step}: the translation has {count}.",
            step=look.step + 1,
            count=trace.n_places,
        )


def _subject(
    model: TrainedModel, bench: Workbench, view: str
) -> AttentionSnapshot | MaskRecord | PositionsSnapshot | None:
    """What a view shows, if there is something."""
    if view in KINDS:
        if bench.trace is not None and view not in bench.trace.kinds:
            return None
        return resolve_attention(kind_picked(bench, view))
    if view == "masks" and bench.trace is not None:
        return _masks(model, bench.trace.source_text)
    return resolve_positions(Room(PositionsState(), bench))


def _masks(model: TrainedModel, text: str) -> MaskRecord | None:
    """The masks of a batch of the sentence and one of another length; of both stacks, or none."""
    if len(model.config.stacks) == 1:
        return None
    from model.lessons.masks.with_torch.batches import batch_steps, companion_steps
    from model.steps import run_through

    other = run_through(companion_steps(model, text))
    record, _ = run_through(batch_steps(model, (text, other)))
    return record
