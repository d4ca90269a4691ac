"""What the doctor has found so far of the model on the workbench."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.lessons.checks.record import CheckName, Finding
    from model.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckState:
    """One round of checks.

    Attributes:
        model: its name, empty before the first round.
        key: under which the worker holds it; None once another one has taken its place.
        findings: of the checks that were made, in their order.
        running: whether there are more to come.
        problem: why a round ended before its time, if it was not stopped.
        chosen: the check that the user looks at; None = whichever is the worst.
    """

    model: str = ""
    key: int | None = None
    findings: tuple[Finding, ...] = ()
    running: bool = False
    problem: Message | None = None
    chosen: CheckName | None = None


def round_begun(state: CheckState, *, model: str, key: int | None) -> CheckState:
    """Nothing is known yet; who looks at a check goes on looking at it."""
    return CheckState(model=model, key=key, running=True, chosen=state.chosen)


def check_made(state: CheckState, finding: Finding) -> CheckState:
    """One finding more."""
    return dataclasses.replace(state, findings=(*state.findings, finding))


def round_ended(state: CheckState, problem: Message | None = None) -> CheckState:
    """No more findings will come."""
    if not state.running:
        return state
    return dataclasses.replace(state, running=False, problem=problem)


def model_replaced(state: CheckState) -> CheckState:
    """What was found is of no model on the workbench."""
    return CheckState(model=state.model, chosen=state.chosen)


def check_chosen(state: CheckState, name: CheckName) -> CheckState:
    """The user looks at this one."""
    return dataclasses.replace(state, chosen=name)
