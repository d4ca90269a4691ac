"""Saving an animation, a picture at a time: in the worker, or for the command line."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from viz_app.storage.animation_files import AnimationFile, Canvas, encoding_steps
from viz_app.storage.file_progress import FileProgress

if TYPE_CHECKING:
    from viz_app.app.animation.frames import Film
    from viz_app.design.theme import Theme

AnimationSubject = Literal["decoding", "training"]
"""The translation step by step, or the run on show moment by moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationRequest:
    """What the user wants to be saved, where and how."""

    subject: AnimationSubject
    file: AnimationFile
    theme: Theme


def saving_steps(
    film: Film, theme: Theme, file: AnimationFile
) -> Generator[FileProgress, None, None]:
    """Paint and encode every picture; closed before the end, this leaves what was there.

    Nothing here needs the window's thread: it is painted on images of its own.

    Raises:
        AnimationError: the file is none that can be made, or there is nothing to show.
        WriteError: the folder is missing or read-only, or the disk is full.
    """
    from viz_app.app.animation.frame_painter import frame_pixels

    def picture(index: int) -> Canvas:
        """Painted when it is encoded: no two are there at once."""
        return frame_pixels(film.frame(index), theme, width=file.width, height=file.height)

    for done in encoding_steps(file, count=film.count, picture=picture):
        yield FileProgress(done, film.count)
