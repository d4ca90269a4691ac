"""What is taken along, painted as it was asked for; its numbers, and what it is called."""

from __future__ import annotations

from collections.abc import Generator

from viz_app.app.take_along.choice import Taken
from viz_app.app.take_along.options import FigureOptions
from viz_app.design.theme import for_print
from viz_app.pictures.caption import with_caption
from viz_app.storage.value_tables import Tables
from viz_app.widgets.pictured import Pictured, pictures_inside, said_by_all
from viz_app.widgets.printing import Figure, figure_steps


def composed(
    taken: Taken, options: FigureOptions, *, caption: str
) -> Generator[None, None, Figure]:
    """A figure, step by step; the screen stays as it is.

    Args:
        taken: what is on the screen.
        options: ``colours`` and ``caption`` count here.
        caption: what stands beneath if that is wanted.
    """
    theme = for_print(taken.theme) if options.colours == "light" else taken.theme
    size, paint = yield from figure_steps(taken.view, taken.owner, theme)
    return with_caption(size, paint, caption=caption if options.caption else "", theme=theme)


def values_of(taken: Taken | None) -> Tables:
    """The numbers that are seen; none without a picture."""
    found = [] if taken is None else _pictures(taken)
    return tuple(table for picture in found for table in picture.shown_values())


def parts_of(taken: Taken) -> tuple[str, ...]:
    """What is seen, for a caption; of several pictures only what all of them say."""
    return said_by_all(_pictures(taken))


def _pictures(taken: Taken) -> list[Pictured]:
    view = taken.view
    return [view] if isinstance(view, Pictured) else list(pictures_inside(view))
