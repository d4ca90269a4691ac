"""State to the page of the doctor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.lessons.checks.record import CHECK_NAMES, CheckName, Finding, Verdict
from model.messages import Message
from viz_app.app.state.checks import CheckState

LineStatus = Verdict | Literal["waiting", "running"]
"""What is to be said of a check in the list."""

_WORST_FIRST: tuple[Verdict, ...] = ("failed", "warning", "passed", "not applicable")


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A check in the list, with what was found if it was made."""

    name: CheckName
    status: LineStatus
    finding: Finding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSnapshot:
    """What the page shows.

    Attributes:
        model: the name of the one that is checked.
        gone: it is not on the workbench any more, and nothing is known of the one that is.
        lines: every check, in the order in which they are made.
        shown: the one at the right.
        done: how many were made.
    """

    model: str
    gone: bool
    running: bool
    problem: Message | None
    lines: tuple[CheckLine, ...]
    shown: CheckLine
    done: int

    def count(self, verdict: Verdict) -> int:
        """How many checks have it."""
        return sum(line.status == verdict for line in self.lines)


def resolve_checks(state: CheckState) -> CheckSnapshot:
    """The page, of what was found so far."""
    found = {finding.name: finding for finding in state.findings}
    next_one = CHECK_NAMES[len(found)] if state.running and len(found) < len(CHECK_NAMES) else None
    lines = tuple(
        CheckLine(name, _status(found.get(name), running=name == next_one), found.get(name))
        for name in CHECK_NAMES
    )
    shown = next(line for line in lines if line.name == (state.chosen or _worst(lines)))
    return CheckSnapshot(
        model=state.model,
        gone=bool(state.model) and state.key is None and not state.running and not found,
        running=state.running,
        problem=state.problem,
        lines=lines,
        shown=shown,
        done=len(found),
    )


def _status(finding: Finding | None, *, running: bool) -> LineStatus:
    if finding is not None:
        return finding.verdict
    return "running" if running else "waiting"


def _worst(lines: Sequence[CheckLine]) -> CheckName:
    """The first of those that are least well; before there is one, the first."""
    made = [line.finding for line in lines if line.finding is not None]
    worst = min(made, key=lambda found: _WORST_FIRST.index(found.verdict), default=None)
    return lines[0].name if worst is None else worst.name
