"""From arguments to an exit status."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from model.messages import NO_MEMORY, UserError
from viz_app.cli.interrupt import INTERRUPTED
from viz_app.cli.parser import parse
from viz_app.cli.terminal import FAILED, READER_GONE, complain, finish, use_utf8


def main(arguments: Sequence[str] | None = None) -> int:
    use_utf8()
    status = _guarded(arguments)
    lost = finish()
    return status if lost is None else status or _without_output(lost)


def _guarded(arguments: Sequence[str] | None) -> int:
    try:
        return _run(parse(arguments))
    except (UserError, MemoryError) as error:
        complain(error.message if isinstance(error, UserError) else NO_MEMORY)
        return FAILED
    except KeyboardInterrupt:  # of a caller who does not end at once on Ctrl-C
        complain("Interrupted.")
        return INTERRUPTED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else FAILED
    except BrokenPipeError:
        return READER_GONE
    except OSError as error:
        complain(f"{error.filename or 'stdout'}: {error.strerror or error}.")
        return FAILED


def _without_output(lost: OSError) -> int:
    """Exit status of a successful command whose last output could not be written."""
    if isinstance(lost, BrokenPipeError):
        return READER_GONE
    complain(f"stdout: {lost.strerror or lost}.")
    return FAILED


_COMMANDS: Mapping[str | None, tuple[str, str]] = {
    None: ("window", "open_window"),
    "translate": ("translate", "translate_sentence"),
    "animate": ("render", "animate"),
    "render": ("render", "render_sentence"),
    "export": ("translate", "export_sentence"),
    "report": ("translate", "report_sentence"),
    "train": ("train", "train_model"),
    "split": ("train", "split_corpus"),
    "evaluate": ("translate", "evaluate_model"),
    "check": ("models", "check_model"),
    "import": ("models", "import_model"),
    "models": ("models", "list_models"),
    "open": ("window", "open_file"),
    "install-desktop": ("window", "install_desktop"),
}
"""By its name, a command's file beside this one, and the function in it."""


def _run(options: Namespace) -> int:
    # Only the command itself is imported: the window and the help start at once.
    file, function = _COMMANDS[options.command]
    command: Callable[[Namespace], int] = getattr(import_module(f"viz_app.cli.{file}"), function)
    return command(options)
