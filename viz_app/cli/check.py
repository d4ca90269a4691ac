"""``headlight check``: the doctor's checks of a model, as a table or as JSON."""

from __future__ import annotations

import json
import math
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from model.checkpoint.shipped import SUFFIX
from model.foreign_files import shown_name
from model.lessons.checks.record import CHECK_NAMES, Finding
from model.messages import CheckpointError, UserError
from viz_app.cli.loading import device_of, model_named
from viz_app.cli.models import aligned
from viz_app.cli.progress import follow_short
from viz_app.cli.stopping import stopping_on_signals
from viz_app.cli.terminal import DONE, FAILED, show, visible
from viz_app.storage.library import Library

if TYPE_CHECKING:
    from model.checkpoint.readers.recognised import Recognised
    from model.decoding.trained import TrainedModel

MOST_NAMED = 8
"""So many heads or tensors are named; of more, the rest is counted."""


def check_model(options: Namespace) -> int:
    """Print what was found; fails where a check does.

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
    return FAILED if any(check.failed for check in checks) else DONE


def _model(options: Namespace) -> TrainedModel:
    """A checkpoint, by its name or file, or a foreign model, which is imported first."""
    path = Library().find(options.checked)
    if path.is_dir() or path.suffix != SUFFIX:
        return _imported(_recognised(path), path, options)
    try:
        return model_named(options.checked, lambda: device_of(options))
    except CheckpointError:
        if (foreign := _known_file(path)) is None:
            raise
        return _imported(foreign, path, options)


def _known_file(path: Path) -> Recognised | None:
    """A foreign file, if it is one: a checkpoint that is damaged stays a checkpoint."""
    from model.checkpoint.importing import recognise
    from model.checkpoint.readers.tensor_files import ForeignModelError

    try:
        recognised = recognise(path)
    except ForeignModelError:
        return None
    _refuse_open(recognised, path)
    return recognised


def _recognised(path: Path) -> Recognised:
    from model.checkpoint.importing import recognise

    recognised = recognise(path)
    _refuse_open(recognised, path)
    return recognised


def _refuse_open(recognised: Recognised, path: Path) -> None:
    """Raise UserError where the model does not say all of itself: nothing is guessed here."""
    names = [question.name for question in recognised.questions if question.open]
    if names:
        raise UserError(
            "{path} does not say all of itself ({names}): import it first, with the answers, and "
            "check the checkpoint.",
            path=path,
            names=", ".join(names),
        )


def _imported(recognised: Recognised, path: Path, options: Namespace) -> TrainedModel:
    """Through a checkpoint that is gone afterwards, also where Ctrl-C ends this.

    Raises:
        KeyboardInterrupt: the user has asked to stop.
    """
    from model.checkpoint.file import load_checkpoint
    from model.checkpoint.importing import import_steps

    asked = threading.Event()
    with stopping_on_signals(asked.set), TemporaryDirectory(prefix="headlight-") as folder:
        file = Path(folder) / f"imported{SUFFIX}"
        steps = import_steps(recognised, file)
        for _ in follow_short(
            steps,
            words=("Importing", "imported", "parts"),
            total=2 * len(recognised.shapes),
            stream=sys.stderr,
        ):
            if asked.is_set():
                steps.close()
                raise KeyboardInterrupt
        return load_checkpoint(file, device=device_of(options)).named(shown_name(path.stem))


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
