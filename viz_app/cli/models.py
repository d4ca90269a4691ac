"""Commands about models: ``models``, ``check``, ``import``."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.checkpoint.header import ATTRIBUTION, IMPORTED, CheckpointHeader, origin_of, read_header
from model.checkpoint.locations import SUFFIX, stem_at
from model.files import WriteError, path_named
from model.lessons.checks import CHECK_NAMES, Finding
from model.messages import CheckpointError, UserError
from viz_app.cli import arguments as given
from viz_app.cli.arguments import Asking, CommandOptions, argument, device, output, switch
from viz_app.cli.loading import (
    CHECKS,
    TENSORS,
    check_apart,
    check_writable,
    complain_if_altered,
    device_of,
    model_named,
)
from viz_app.cli.terminal import DONE, FAILED, columns_of, complain, show, visible
from viz_app.storage.library import Library, ModelEntry

if TYPE_CHECKING:
    from model.checkpoint.import_reading import ImportQuestion, ImportReading, TensorRow
    from model.checkpoint.importing import ImportProgress
    from model.checkpoint.readers.recognised import Recognised
    from model.decoding.trained import TrainedModel

# ------------------------------------------------------------------------------------------ models
# ``headlight models``: what is shipped, trained here or imported, from checkpoint headers.


TITLES = ("name", "from", "task", "layers × heads × d_model", "parameters", "size", "path")
_RIGHT = {"parameters", "size"}


@dataclass(frozen=True, kw_only=True)
class ModelsOptions(CommandOptions):
    """``headlight models`` has no options."""

    run = "models.list_models"


def list_models(_: ModelsOptions) -> int:
    """Print a table, then sources of data and unlisted files; altered models go to stderr."""
    library = Library()
    entries = library.entries()
    if not entries:
        show(f"No models yet; models trained here are saved in {visible(str(library.folder))}.")
        return DONE
    rows: list[Sequence[str]] = [TITLES]
    sentences = []
    for entry in entries:
        try:
            header = read_header(entry.path)
            complain_if_altered(library, entry.path)
        except CheckpointError as error:
            sentences.append(f"{entry.name}: {error}")
            continue
        rows.append(_row(entry, header))
        if ATTRIBUTION in header.record:
            sentences.append(f"{entry.name}: {header.record[ATTRIBUTION]}")
    for line in (*aligned(rows), *map(visible, sentences)):
        show(line)
    return DONE


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a table, titles first; numbers are aligned to the right."""
    titles, widths = rows[0], [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        line = []
        for text, width, title in zip(row, widths, titles, strict=True):
            blanks = " " * (width - columns_of(text))
            line.append(blanks + text if title in _RIGHT else text + blanks)
        yield "  ".join(line).rstrip()


def size_text(n_bytes: int) -> str:
    """A size as ``1.2 MB``."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if n_bytes >= size:
            return f"{n_bytes / size:.1f} {unit}"
    return f"{n_bytes} B"


def _row(entry: ModelEntry, header: CheckpointHeader) -> tuple[str, ...]:
    config = header.config
    row = (
        entry.name,
        _from(entry, header),
        header.task,
        f"{config.depths} × {config.n_heads} × {config.d_model}",
        f"{header.n_parameters:,}",
        size_text(header.n_bytes),
        str(entry.path),
    )
    return tuple(visible(cell) for cell in row)


def _from(entry: ModelEntry, header: CheckpointHeader) -> str:
    if entry.shipped:
        return "shipped"
    origin = origin_of(header.task, header.record)
    if origin is not None:
        return f"imported from {origin.source} ({origin.family})"
    return IMPORTED if header.task == IMPORTED else "trained here"


# ------------------------------------------------------------------------------------------- check
# ``headlight check``: the doctor's checks of a model, as a table or as JSON.


UNREADABLE = 2
"""Exit status if nothing could be checked; argparse uses it for bad usage."""

MOST_NAMED = 8
"""Heads or tensors listed by name; the others are counted."""


@dataclass(frozen=True, kw_only=True)
class CheckOptions(Asking):
    """Options of ``headlight check``."""

    run = "models.check_model"
    epilog = (
        "Another program's model is imported into memory, with the same options as "
        "`headlight import`, such as --heads 8; nothing is written. Exit status: 0 passed, "
        "possibly with warnings; 1 a check failed; 2 the model could not be read."
    )
    checked: str = argument(
        "MODEL|PATH",
        "model name from `headlight models`, checkpoint, or another program's file or folder",
        read=given.filled,
    )
    json: bool = switch("print all findings as one JSON object on one line")
    device: str | None = device()


def check_model(options: CheckOptions) -> int:
    """Print the findings; returns ``UNREADABLE`` if nothing could be checked."""
    from model.lessons.with_torch.checks import check_steps
    from viz_app.workbench.jobs import leave_a_core_free

    try:
        model = _model(options)
        leave_a_core_free()  # on every core, threads would wait at each small product
        steps = (check for check in check_steps(model) if check is not None)
        checks = list(CHECKS.steps(steps, total=len(CHECK_NAMES)))
    except UserError as error:
        complain(error.message)
        return UNREADABLE
    for line in [_as_json(model.name, checks)] if options.json else _as_table(checks):
        show(line)
    return FAILED if any(check.failed for check in checks) else DONE


def _model(options: CheckOptions) -> TrainedModel:
    """A checkpoint by its name or file, or a foreign model, imported into memory."""
    path = Library().find(options.checked)
    if path.is_dir() or path.suffix != SUFFIX:
        return _imported(path, options)
    try:
        model = model_named(options.checked, options.device)
    except CheckpointError:
        if not options.answers and not _is_foreign(path):
            raise
        return _imported(path, options)
    for name in options.answers:
        raise UserError(
            "{name} does not apply to {path}, which is a Headlight checkpoint.",
            name=name,
            path=path,
        )
    return model


def _is_foreign(path: Path) -> bool:
    # A damaged checkpoint is still a checkpoint.
    from model.checkpoint.importing import recognise
    from model.checkpoint.readers.tensor_files import ForeignModelError

    try:
        recognise(path)
    except ForeignModelError:
        return False
    return True


def _imported(path: Path, options: CheckOptions) -> TrainedModel:
    from model.checkpoint.importing import model_steps, recognise

    recognised = recognise(path, options.answers)
    made: list[TrainedModel] = []

    def steps() -> Iterator[ImportProgress]:
        made.append((yield from model_steps(recognised)))

    TENSORS.follow((step.done for step in steps()), total=len(recognised.shapes))
    return made[0].on(device_of(options.device)).named(stem_at(path))


def _as_table(checks: Sequence[Finding]) -> Iterator[str]:
    from viz_app.texts.check_texts import check_number, check_title, verdict_text

    rows = [
        (check_title(check.name), verdict_text(check.verdict), check_number(check))
        for check in checks
    ]
    yield from aligned([("check", "verdict", "measured"), *rows])
    for check in checks:
        if check.verdict != "passed":
            yield ""
            yield f"{check_title(check.name)}: {verdict_text(check.verdict)}"
            yield from (f"  {visible(line)}" for line in _sentences(check))
    yield ""
    counts = {
        verdict: sum(check.verdict == verdict for check in checks)
        for verdict in ("passed", "warning", "failed", "not applicable")
    }
    said = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    yield f"{len(checks)} checks: {said}."


def _sentences(check: Finding) -> Iterator[str]:
    from viz_app.texts.check_texts import (
        check_cause,
        check_meaning,
        check_note,
        head_place,
        rests_on_text,
    )

    if check.rests_on is not None:
        yield rests_on_text(check.rests_on)
        return
    yield check_meaning(check.name)
    if check.note is not None:
        yield check_note(check.note)
    if check.verdict != "not applicable":
        yield check_cause(check.name)
    if names := [*map(head_place, check.heads), *check.names]:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        yield f"Affected: {', '.join(names[:MOST_NAMED])}{more}."


def _as_json(name: str, checks: Sequence[Finding]) -> str:
    """One object; layers and heads count from 1."""
    values = {
        "model": name,
        "passed": not any(check.failed for check in checks),
        "checks": [_values(check) for check in checks],
    }
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def _values(check: Finding) -> dict[str, Any]:
    from viz_app.texts.check_texts import check_cause, check_meaning

    number = check.number
    return {
        "name": check.name,
        "verdict": check.verdict,
        "number": number if number is None or math.isfinite(number) else str(number),
        "unit": check.unit,
        "limit": check.limit,
        "total": check.total,
        "heads": [
            {"kind": place.kind, "layer": place.layer + 1, "head": place.head + 1}
            for place in check.heads
        ],
        "names": list(check.names),
        "note": check.note,
        "rests_on": check.rests_on,
        "meaning": check_meaning(check.name),
        "usual_cause": check_cause(check.name),
    }


# ------------------------------------------------------------------------------------ import model
# ``headlight import``: another program's model becomes a checkpoint.


@dataclass(frozen=True, kw_only=True)
class ImportOptions(Asking):
    """Options of ``headlight import``."""

    run = "models.import_model"
    epilog = (
        "Settings that a model does not state are given as --NAME VALUE, such as --heads 8; "
        "--dry-run lists them."
    )
    path: Path = argument(
        "FOLDER|FILE",
        "model in the format of the Hugging Face hub or of its own program",
        read=path_named,
    )
    output: Path | None = output(
        "FILE",
        "checkpoint; an existing file is overwritten (default: a new one among your models)",
        default=None,
    )
    dry_run: bool = switch(
        "print the recognised model and the mapping of every tensor; write nothing"
    )

    def wrong(self) -> str | None:
        if self.dry_run and self.output is not None:
            return "--dry-run and -o cannot be combined: --dry-run writes nothing"
        return None


def import_model(options: ImportOptions) -> int:
    """Recognise a model, then print the table, or write the checkpoint and print its path.

    Raises:
        UserError: the model is unknown, a question is open, a tensor is not mapped, or the file
            cannot be written. The table is printed before, also if it has gaps.
    """
    if options.output is not None:
        _check_output(options.output, options.path)
    from model.checkpoint.importing import check_tokenizers, recognise

    recognised = recognise(options.path, options.answers)
    if options.dry_run:
        for line in _table(recognised.reading()):
            show(visible(line))
    recognised.check()
    if options.dry_run:
        check_tokenizers(recognised)
        return DONE
    library = Library()
    try:
        output = options.output or library.new_path(stem_at(options.path), imported=True)
        check_writable(output)
        _write(recognised, output)
    except WriteError as error:
        if options.output is not None or "reason" not in error.message.values:
            raise
        raise WriteError(
            "The model cannot be saved in {folder}: {reason}. Choose another place with -o FILE.",
            folder=library.imported,
            reason=error.message.values["reason"],
        ) from error
    show(str(output))
    return DONE


def _check_output(output: Path, source: Path) -> None:
    """Raise WriteError if the file cannot be written, before the model is read."""
    Library().check_not_shipped(output)
    check_writable(output)
    read = [source] if source.is_file() else []
    if source.is_dir() and os.access(source, os.R_OK):
        read = [path for path in source.iterdir() if path.is_file()]
    check_apart(output, read)


def _write(recognised: Recognised, output: Path) -> None:
    from model.checkpoint.importing import import_steps

    steps = import_steps(recognised, output)
    TENSORS.follow_stoppable(steps, total=2 * len(recognised.shapes))


def _table(reading: ImportReading) -> Iterator[str]:
    from viz_app.texts.check_texts import status_title

    yield f"{'family':<22} {reading.family}"
    for name, value in reading.config.to_json().items():
        if name != "dropout":  # nothing of it was trained
            said = "not stated" if name in reading.unsaid else _written(value)
            yield f"{name:<22} {said}"
    for side, count in (("source", reading.source_tokens), ("target", reading.target_tokens)):
        yield f"{side + ' vocabulary':<22} {count:,} tokens"
    for side, text in reading.added.items():
        yield f"{'added to a ' + side:<22} {text}"
    answered = (question for question in reading.questions if not question.open)
    yield from _titled("answered; can be overridden", map(_answered, answered))
    yield from _titled(status_title("placed"), _places([*reading.rows_of_ours()]))
    for status in ("ignored", "unplaced"):
        rows = reading.of_status(status)
        yield from _titled(status_title(status), (row.theirs[0] for row in rows))
    settings = (f"{name} = {_written(value)}" for name, value in reading.not_followed.items())
    yield from _titled("ignored: Headlight takes the most probable token at every step", settings)
    open_ = (question for question in reading.questions if question.open)
    yield from _titled("still needed", map(_asked, open_))


def _titled(title: str, lines: Iterator[str]) -> Iterator[str]:
    found = [*lines]
    if found:
        yield from ("", title, *(f"  {line}" for line in found))


def _written(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value[:8])) + (" …" if len(value) > 8 else "")
    return str(value)


def _answered(question: ImportQuestion) -> str:
    from viz_app.texts.check_texts import who_said

    return f"--{question.name} {question.answer}   {who_said(question)}; {_can_be(question)}"


def _asked(question: ImportQuestion) -> str:
    # A value that is used until there is an answer is not an answer.
    return f"--{question.name} {'FILE' if question.is_path else 'VALUE'}   {_can_be(question)}"


def _can_be(question: ImportQuestion) -> str:
    from viz_app.texts.check_texts import range_text

    said = ", ".join(question.choices) or ("a file" if question.is_path else range_text(question))
    return f"allowed: {said}"


def _places(rows: list[TensorRow]) -> Iterator[str]:
    # Foreign name → ours, shape, method.
    from viz_app.texts.check_texts import how_text, shape_text, theirs_text

    width = max(columns_of(theirs_text(row)) for row in rows)
    ours = max(len(row.ours) for row in rows)
    for row in rows:
        beside = f"  ({how_text(row)})" if row.how else ""
        blanks = " " * (width - columns_of(theirs_text(row)))
        yield f"{theirs_text(row)}{blanks} → {row.ours:<{ours}}  {shape_text(row)}{beside}"
