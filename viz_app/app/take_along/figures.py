"""What is taken along, painted as it was asked for; its numbers, and what it is called."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from PySide6.QtCore import QMargins, QObject, QRect, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QPainter

from model.traces.trace import Trace
from viz_app.app.take_along.choice import Taken
from viz_app.app.take_along.options import FigureOptions
from viz_app.design.theme import Theme, for_print, frame_theme
from viz_app.panels.training.panel import TIME_LAPSE
from viz_app.panels.training.replay.moments import moment_on_show
from viz_app.panels.training.replay.texts.replay import moment_name
from viz_app.panels.training.state.training import TrainingState
from viz_app.pictures.caption import with_caption
from viz_app.pictures.figure_files import Paint
from viz_app.storage.value_tables import Tables
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.pictured import Pictured, pictures_inside, said_by_all
from viz_app.widgets.printing import Figure, figure_steps, ground_of
from viz_app.workbench.state.workbench import Workbench

PAUSE_MS = 10
"""Between two steps of a figure, and before its preview: the window has its turn."""

MARGIN = 4
"""Around several pictures, in units: as beside their caption."""


def composed(
    taken: Taken, options: FigureOptions, *, caption: str
) -> Generator[None, None, Figure]:
    """A figure, step by step; the screen stays as it is.

    Args:
        taken: what is on the screen.
        options: ``colours``, ``caption`` and ``tokens`` count here.
        caption: what stands beneath if that is wanted.
    """
    theme = for_print(taken.theme) if options.colours == "light" else taken.theme
    size, paint = yield from figure_steps(taken.view, taken.owner, theme, tokens=options.tokens)
    if not isinstance(taken.view, Pictured):
        size, paint = _with_margin(size, paint, taken=taken, theme=theme)
    return with_caption(size, paint, caption=caption if options.caption else "", theme=theme)


def go_on(
    steps: Generator[None, None, Figure], paint: Callable[[Figure], object], *, owner: QObject
) -> None:
    """Compose step by step, while the owner lives, and paint at the end."""
    try:
        next(steps)
    except StopIteration as end:
        paint(end.value)
    else:
        QTimer.singleShot(PAUSE_MS, owner, partial(go_on, steps, paint, owner=owner))


def can_name_tokens(taken: Taken) -> bool:
    """Whether it is a picture that shows its tokens in files alone."""
    view = taken.view
    return isinstance(view, PictureView) and view.still_with_tokens(taken.theme) is not None


def values_of(taken: Taken | None) -> Tables:
    """The numbers that are seen; none without a picture."""
    found = [] if taken is None else _pictures(taken)
    return tuple(table for picture in found for table in picture.shown_values())


def parts_of(taken: Taken) -> tuple[str, ...]:
    """What is seen, for a caption; of several pictures only what all of them say."""
    return said_by_all(_pictures(taken))


def subject_of(
    taken: Taken, bench: Workbench, *, training: TrainingState, learning: bool
) -> tuple[str, Trace | None]:
    """The model and its translation, or a run and which moment of it, if it is of these.

    ``bench`` is what is on screen; ``learning``: a tab is in front where models learn.
    """
    if not any(picture.of_translation for picture in _pictures(taken)):
        return "", None
    trace = None if learning else bench.trace
    if learning or bench.recorded:
        moments = bool(bench.recorded) or bench.tab == TIME_LAPSE.name
        return _run_words(training, with_moment=moments), trace
    return (bench.model.name if bench.model else ""), trace


def _run_words(training: TrainingState, *, with_moment: bool) -> str:
    """``reverse-1, update 400, epoch 2``."""
    card = training.runs.card(training.runs.shown)
    moment = moment_on_show(training) if with_moment else None
    words = [card.name] if card else []
    if moment is not None:
        words.append(moment_name(moment.update, moment.epoch))
    return ", ".join(words)


def _with_margin(size: QSize, paint: Paint, *, taken: Taken, theme: Theme) -> Figure:
    """Room around what has none of its own, as sheets that lie beside each other."""
    margin = MARGIN * frame_theme(theme).unit
    grown = size.grownBy(QMargins(margin, margin, margin, margin))
    ground = QColor(ground_of(taken.view, theme))

    def paint_inside(painter: QPainter, rect: QRectF) -> None:
        """The ground of all, then the figure within its margin."""
        painter.fillRect(QRect(rect.topLeft().toPoint(), grown), ground)
        paint(painter, rect.adjusted(margin, margin, -margin, -margin))

    return grown, paint_inside


def _pictures(taken: Taken) -> list[Pictured]:
    view = taken.view
    return [view] if isinstance(view, Pictured) else list(pictures_inside(view))
