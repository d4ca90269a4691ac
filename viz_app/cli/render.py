"""``headlight render``: a sentence's figures as files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from model.atomic import make_folder
from model.lessons.masks.record import MaskRecord
from model.traces.trace import Trace
from viz_app.cli.display import draw_without_display
from viz_app.cli.loading import load_model, translated
from viz_app.cli.terminal import DONE, complain, show
from viz_app.panels.positions.snapshot import PositionsSnapshot, resolve_positions
from viz_app.panels.positions.state import PositionsState
from viz_app.workbench.room import Room
from viz_app.workbench.state.workbench import Workbench

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel

_Subject = Trace | MaskRecord | PositionsSnapshot


def render_sentence(options: Namespace) -> int:
    """Translate, draw, print the path of each figure.

    Raises:
        UserError: the model cannot be loaded, the sentence not be translated, or the folder not
            be written.
    """
    model = load_model(options)
    render_figures(
        model,
        options.sentence,
        folder=options.output,
        views=options.views,
        suffix=options.format,
        theme=options.figure_theme,
    )
    return DONE


def render_figures(
    model: TrainedModel,
    text: str,
    *,
    folder: Path,
    views: Sequence[str],
    suffix: str,
    theme: Literal["light", "dark"],
) -> None:
    """Draw views of a sentence into a folder, which is made when it is missing.

    Raises:
        SourceError: the sentence cannot be translated.
        WriteError: the folder cannot be made or written.
    """
    trace = translated(model, text)
    subjects = {view: _subject(model, trace, view) for view in views}
    make_folder(folder)
    draw_without_display()
    from viz_app.cli.figures.drawing import missing_font, open_canvas, save_view

    canvas = open_canvas()  # noqa: F841 - fonts live as long as it does
    missing = missing_font((*trace.source_tokens, *trace.predicted_tokens))
    if missing is not None:
        complain(missing)
    for view, subject in subjects.items():
        if subject is None:
            continue
        path = folder / f"{view}.{suffix}"
        save_view(path, subject, view=view, theme=theme)
        show(str(path))


def _subject(model: TrainedModel, trace: Trace, view: str) -> _Subject | None:
    """What a view shows, if there is something."""
    if view == "masks":
        return _masks(model, trace.source_text)
    if view == "positions":
        from model.decoding.summary import summary_of

        return resolve_positions(
            Room(PositionsState(), Workbench(model=summary_of(model), trace=trace))
        )
    return trace


def _masks(model: TrainedModel, text: str) -> MaskRecord | None:
    """The masks of a batch of the sentence and one of another length."""
    from model.decoding.steps import run_through
    from model.lessons.masks.with_torch.batches import batch_steps, companion_steps

    other = run_through(companion_steps(model, text))
    record, _ = run_through(batch_steps(model, (text, other)))
    return record
