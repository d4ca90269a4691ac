"""Commands ``headlight`` (the window, or figures without a display) and ``install-desktop``."""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from model.files import WriteError, make_folder, path_named, write_atomically
from model.messages import UserError
from viz_app.app.window_options import WindowOptions
from viz_app.cli.arguments import VIEWS, CommandOptions, argument, device, switch
from viz_app.cli.parser import StartOptions
from viz_app.cli.terminal import DONE, complain, has_display, show, visible
from viz_app.storage.desktop_files import (
    ICON_SIZES,
    desktop_files,
    desktop_places,
    user_data_folder,
)
from viz_app.storage.library import Library
from viz_app.storage.openable import Openable, check_openable, what_is

# ------------------------------------------------------------------------------------------ window
# ``headlight`` alone: the window, or figures where there is no display.


OUTPUT = Path("headlight-output")

_ITS_OWN: dict[Openable, tuple[str, ...]] = {"session": ("text", "model"), "model": ("model",)}
"""Options before ``open`` that contradict the file that is opened."""

_HAS_ITS_OWN = {
    "text": "{path} contains its own sentence: open it without --text and type yours there.",
    "model": "{path} names the model: open it without --model.",
}


def open_window(options: StartOptions) -> int:
    """Returns its exit status; raises CheckpointError for an unknown model."""
    if not has_display():
        return _render_instead(options)
    if options.model is not None:
        Library().find(options.model)
    return _run(options)


@dataclass(frozen=True, kw_only=True)
class OpenOptions(CommandOptions):
    """Options of ``headlight open``; ``window``: those given before it."""

    run = "window.open_file"
    path: Path | None = argument(
        "FILE|FOLDER",
        "a session (.headlight), checkpoint (.safetensors), exported run (.zip) or its "
        "folder, a lesson (.md), or another program's model (opens the import page); without it, "
        "the window opens as usual",
        read=Path,
        nargs="?",
        default=None,
    )
    device: str | None = device()
    window: StartOptions = field(default_factory=StartOptions)


def open_file(options: OpenOptions) -> int:
    """Without a path, as from a desktop menu, the window opens as usual.

    Raises:
        UserError: the file does not exist, there is no display, or an option contradicts it.
    """
    window = options.window
    if options.device is not None:
        window = dataclasses.replace(window, device=options.device)
    if options.path is None:
        return open_window(window)
    path = path_named(options.path)
    for name in _ITS_OWN.get(what_is(path), ()):
        if getattr(window, name) is not None:
            raise UserError(_HAS_ITS_OWN[name], path=path)
    check_openable(path)
    if not has_display():
        raise UserError("No display: {path} cannot be opened in a window.", path=path)
    return _run(window, opens=path.absolute())


def _run(options: StartOptions, *, opens: Path | None = None) -> int:
    from viz_app.engine.collection import many_imports

    with many_imports():  # walks over what is imported take a tenth of the start
        from viz_app.app.bootstrap import run_window
    asks = opens or options.text or options.model or options.quit_after_first_picture
    return run_window(WindowOptions(**vars(options), opens=opens, greets=not asks))


def _render_instead(options: StartOptions) -> int:
    from viz_app.cli.loading import model_named
    from viz_app.cli.picture_options import Look
    from viz_app.cli.render import check_places, render_figures

    complain(f"No display: saving the figures of a sample sentence to {OUTPUT} instead.")
    paths = {view: OUTPUT / f"{view}.png" for view in VIEWS}
    check_places(paths)
    name = options.model or Library().first_model(options.language or "en", options.text)
    model = model_named(name, options.device)
    from model.decoding.samples import sample_sentences

    text = options.text or next(iter(sample_sentences(model)), "")
    look = Look(
        theme="dark" if options.theme == "dark" else "light", language=options.language or "en"
    )
    render_figures(model, text, paths=paths, look=look)
    return DONE


# --------------------------------------------------------------------------------- install desktop
# ``headlight install-desktop``: into the menu of the desktop, and out of it again.


_WITHOUT_XDG = {"win32": "Windows", "darwin": "macOS"}

_INDEXES = (
    ("update-mime-database", "mime", "the desktop will not recognise .headlight files"),
    (
        "update-desktop-database",
        "applications",
        "double-clicking a session will not open Headlight",
    ),
)
"""Programs that update the desktop's index of a folder, and what is missing without them."""


@dataclass(frozen=True, kw_only=True)
class InstallOptions(CommandOptions):
    """Options of ``headlight install-desktop``."""

    run = "window.install_desktop"
    remove: bool = switch("undo the installation")


def install_desktop(options: InstallOptions) -> int:
    """Raises UserError on Windows and macOS, and WriteError for a file."""
    if sys.platform in _WITHOUT_XDG:
        raise UserError(
            "Desktop entries exist only on Linux and BSD, not on {system}.",
            system=_WITHOUT_XDG[sys.platform],
        )
    folder = user_data_folder()
    changed = _remove(folder) if options.remove else _install(folder)
    for path in changed:
        show(visible(str(path)))
    if changed:
        _read_again(folder, removed=options.remove)
    else:
        complain("Headlight is not in the desktop menu.")
    return DONE


def starting_command() -> list[str]:
    """The command that starts this installation from any folder: its program, or Python."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "viz_app"]


def _install(folder: Path) -> list[Path]:
    from viz_app.design.icons import icon_png

    pngs = {edge: icon_png(edge) for edge in ICON_SIZES}
    files = desktop_files(folder, program=starting_command(), pngs=pngs)
    for path, content in files.items():
        make_folder(path.parent)
        write_atomically(path, content)
    return [*files]


def _remove(folder: Path) -> list[Path]:
    there = [path for path in desktop_places(folder) if os.path.lexists(path)]
    for path in there:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise WriteError(
                "{path} cannot be removed: {reason}.", path=path, reason=error
            ) from error
    return there


def _read_again(folder: Path, *, removed: bool) -> None:
    # Icon caches are invalidated by the folder's time. Without a program that updates indices there
    # is no index with old entries.
    for program, part, missing in _INDEXES:
        otherwise = "the desktop may still list Headlight" if removed else missing
        found = shutil.which(program)
        if found is None:
            if not removed:
                complain(f"{program} is not installed: {otherwise}.")
        elif (folder / part).is_dir():
            done = subprocess.run(
                [found, str(folder / part)], capture_output=True, check=False, text=True
            )
            if done.returncode:
                complain(f"{program} failed: {otherwise}. {done.stderr.strip()}")
    with suppress(OSError):
        os.utime(folder / "icons" / "hicolor")
