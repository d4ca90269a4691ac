"""From arguments to an exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from model.messages import NO_MEMORY, UserError
from viz_app.cli.arguments import CommandOptions
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


def _run(options: CommandOptions) -> int:
    # Only the command itself is imported: the window and the help start at once.
    file, _, function = options.run.rpartition(".")
    command: Callable[[CommandOptions], int] = getattr(
        import_module(f"viz_app.cli.{file}"), function
    )
    return command(options)
