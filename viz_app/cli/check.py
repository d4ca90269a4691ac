"""``headlight check``: the doctor's checks of a model, as a table or as JSON."""

from __future__ import annotations

import json
import math
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.checkpoint.foreign_paths import stem_at
from model.checkpoint.shipped import SUFFIX
from model.lessons.checks.record import CHECK_NAMES, Finding
from model.messages import CheckpointError, UserError
from viz_app.cli.loading import device_of, model_named
from viz_app.cli.models import aligned
from viz_app.cli.progress import follow_short, follow_tensors
from viz_app.cli.terminal import DONE, FAILED, complain, show, visible
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel

UNREADABLE = 2
"""The status where nothing could be checked; argparse has it for bad usage."""

MOST_NAMED = 8
"""So many heads or tensors are named; of more, the rest is counted."""


def check_model(options: Namespace) -> int:
    """Print what was found; ``UNREADABLE`` where there is nothing that could be checked."""
    try:
        checks = _checked(options)
    except UserError as error:
        complain(error.message)
        return UNREADABLE
    return FAILED if any(check.failed for check in checks) else DONE


def _checked(options: Namespace) -> Sequence[Finding]:
    """What was found, after it was printed.

    Raises:
        UserError: there is no such model, or it cannot be read.
    """
    from model.lessons.checks.with_torch.checks_of import check_steps
    from viz_app.workbench.jobs.models import leave_a_core_free

    model = _model(options)
    leave_a_core_free()  # on every core, threads would wait for each other at each small product
    steps = (check for check in check_steps(model) if check is not None)
    checks = list(
        follow_short(
            steps,
            words=("Checking", "made", "checks"),
            total=len(CHECK_NAMES),
            stream=sys.stderr,
        )
    )
    for line in [_as_json(model.name, checks)] if options.json else _as_table(checks):
        show(line)
    return checks


def _model(options: Namespace) -> TrainedModel:
    """A checkpoint, by its name or file, or a foreign model, which is imported into memory."""
    path = Library().find(options.checked)
    if path.is_dir() or path.suffix != SUFFIX:
        return _imported(path, options)
    try:
        model = model_named(options.checked, lambda: device_of(options))
    except CheckpointError:
        if not options.answers and not _is_foreign(path):
            raise
        return _imported(path, options)
    for name in options.answers:
        raise UserError(
            "{name} is not asked of {path}, a checkpoint of Headlight.", name=name, path=path
        )
    return model


def _is_foreign(path: Path) -> bool:
    """Whether somebody else wrote it: a checkpoint that is damaged stays a checkpoint."""
    from model.checkpoint.importing import recognise
    from model.checkpoint.readers.tensor_files import ForeignModelError

    try:
        recognise(path)
    except ForeignModelError:
        return False
    return True


def _imported(path: Path, options: Namespace) -> TrainedModel:
    """Nothing is written anywhere."""
    from model.checkpoint.importing import model_steps, recognise

    recognised = recognise(path, options.answers)
    made: list[TrainedModel] = []

    def _done() -> Iterator[int]:
        """Tensors done by now."""
        steps = model_steps(recognised)
        try:
            while True:
                yield next(steps).done
        except StopIteration as end:
            made.append(end.value)

    follow_tensors(_done(), total=len(recognised.shapes), stream=sys.stderr)
    return made[0].on(device_of(options)).named(stem_at(path))


def _as_table(checks: Sequence[Finding]) -> Iterator[str]:
    """A line for each check, a paragraph for each that was not passed, and the sum."""
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
    yield _sum(checks)


def _sentences(check: Finding) -> Iterator[str]:
    """What is to be said of a check that was not passed."""
    from viz_app.texts.check_texts import check_cause, check_meaning, check_note, rests_on_text

    if check.rests_on is not None:
        yield rests_on_text(check.rests_on)
        return
    yield check_meaning(check.name)
    if check.note is not None:
        yield check_note(check.note)
    if check.verdict != "not applicable":
        yield check_cause(check.name)
    if named := _named(check):
        yield f"These: {named}."


def _named(check: Finding) -> str:
    from viz_app.texts.check_texts import head_place

    names = [*map(head_place, check.heads), *check.names]
    shown = ", ".join(names[:MOST_NAMED])
    return shown if len(names) <= MOST_NAMED else f"{shown} and {len(names) - MOST_NAMED} more"


def _sum(checks: Sequence[Finding]) -> str:
    count = {
        verdict: sum(check.verdict == verdict for check in checks)
        for verdict in ("passed", "warning", "failed", "not applicable")
    }
    said = ", ".join(f"{number} {verdict}" for verdict, number in count.items() if number)
    return f"{len(checks)} checks: {said}."


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
