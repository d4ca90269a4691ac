"""``headlight`` alone: the window, or figures where there is no display."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from model.foreign_files import path_named
from model.messages import UserError
from viz_app.app.window_options import WindowOptions
from viz_app.cli.arguments import VIEWS
from viz_app.cli.display import has_display
from viz_app.cli.terminal import DONE, complain
from viz_app.storage.library import Library
from viz_app.storage.openable import Openable, check_openable, what_is

OUTPUT = Path("headlight-output")

_ITS_OWN: dict[Openable, tuple[str, ...]] = {"session": ("text", "model"), "model": ("model",)}
"""Options before ``open`` that say otherwise than what is opened."""

_HAS_ITS_OWN = {
    "text": "{path} has a sentence of its own: open it without --text, and type yours there.",
    "model": "{path} names the model: open it without --model.",
}


def open_window(options: Namespace) -> int:
    """Open the window; its exit status.

    Raises:
        CheckpointError: there is no model of that name.
    """
    if not has_display():
        return _render_instead(options)
    if options.model is not None:
        Library().find(options.model)
    return _run(options)


def open_file(options: Namespace) -> int:
    """Open the window with a session, a model or a run in it; its exit status.

    Without a path, as a menu's entry starts it, the window opens as ever.

    Raises:
        UserError: there is no such thing, or no display; or what it holds is asked for otherwise.
    """
    if options.path is None:
        return open_window(options)
    path = path_named(options.path)
    for name in _ITS_OWN.get(what_is(path), ()):
        if getattr(options, name) is not None:
            raise UserError(_HAS_ITS_OWN[name], path=path)
    check_openable(path)
    if not has_display():
        raise UserError("There is no display, so no window can open {path}.", path=path)
    return _run(options, opens=path.absolute())


def _run(options: Namespace, *, opens: Path | None = None) -> int:
    from viz_app.engine.collection import many_imports

    with many_imports():  # walks over what is imported take a tenth of the start
        from viz_app.app.bootstrap import run_window
    return run_window(
        WindowOptions(
            model=options.model,
            text=options.text,
            opens=opens,
            language=options.lang,
            theme=options.theme,
            device=options.device,
            quit_after_first_picture=options.quit_after_first_picture,
        )
    )


def _render_instead(options: Namespace) -> int:
    from viz_app.cli.loading import load_model
    from viz_app.cli.render import check_places, figures_in, render_figures
    from viz_app.cli.render_options import Look

    complain(
        "There is no display, so no window can open; "
        f"drawing the figures of a sentence into {OUTPUT} instead."
    )
    paths = figures_in(OUTPUT, views=VIEWS)
    check_places(paths)
    model = load_model(options)
    from model.decoding.samples import sample_sentences

    text = options.text or next(iter(sample_sentences(model)), "")
    look = Look(theme="dark" if options.theme == "dark" else "light", language=options.lang or "en")
    render_figures(model, text, paths=paths, look=look)
    return DONE
