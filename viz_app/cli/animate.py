"""``headlight animate``: a decoding, or the time-lapse of a training, as GIF or MP4."""

from __future__ import annotations

import sys
import threading
from argparse import Namespace
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from viz_app.app.animation.saving import saving_steps
from viz_app.cli.destination import check_writable
from viz_app.cli.display import draw_without_display
from viz_app.cli.progress import follow_pictures
from viz_app.cli.stopping import stopping_on_signals
from viz_app.cli.terminal import DONE, complain, show
from viz_app.storage.animation_files import AnimationFile

if TYPE_CHECKING:
    from viz_app.app.animation.frames import Film
    from viz_app.design.theme import Theme
    from viz_app.storage.file_progress import FileProgress


def animate(options: Namespace) -> int:
    """Translate, or read the run; then draw picture after picture, and print the path.

    Raises:
        UserError: there is no such run, model or head, the sentence cannot be translated, the file
            not be written, or it cannot be such an animation.
    """
    from viz_app.cli.films import film_of

    width, height = options.size
    file = AnimationFile(path=options.output, width=width, height=height, fps=options.fps)
    file.check()
    check_writable(file.path)
    film = film_of(options)
    draw_without_display()
    from viz_app.app.languages import speaking
    from viz_app.cli.figures.drawing import missing_font, open_canvas
    from viz_app.design.theme import dark_theme, light_theme

    canvas = open_canvas()  # fonts live as long as it does
    first = film.frame(0)
    missing = missing_font((first.source, *first.steps.tokens))
    if missing is not None:
        complain(missing)
    theme = dark_theme() if options.figure_theme == "dark" else light_theme()
    with speaking(options.figure_language, canvas):
        _save(film, theme, file)
    show(str(file.path))
    return DONE


def _save(film: Film, theme: Theme, file: AnimationFile) -> None:
    """Write the file; Ctrl-C ends it between two pictures, and nothing is left behind."""
    asked = threading.Event()
    with stopping_on_signals(asked.set):
        done = _until(asked, saving_steps(film, theme, file))
        follow_pictures(done, total=film.count, stream=sys.stderr)


def _until(asked: threading.Event, steps: Generator[FileProgress, None, None]) -> Iterator[int]:
    """How many pictures are done.

    Raises:
        KeyboardInterrupt: the user has asked to stop, and what was begun is gone.
    """
    for step in steps:
        if asked.is_set():
            steps.close()
            raise KeyboardInterrupt
        yield step.done
