"""One branch's target as a line of tokens with what the model thought of them."""

from __future__ import annotations

from dataclasses import dataclass

from model.traces.trace import Trace
from viz_app.workbench.state.branches import BranchTree, given_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """Tokens, one a step.

    Attributes:
        log_probabilities: natural, one a token.
        given: for each token, whether it was the user's choice and not the model's.
        log_probability: their sum.
    """

    tokens: tuple[str, ...] = ()
    log_probabilities: tuple[float, ...] = ()
    given: tuple[bool, ...] = ()
    log_probability: float = 0.0


def token_line(trace: Trace, given: tuple[bool, ...] | None = None) -> TokenLine:
    """The line of a trace; ``given`` in place of what the trace itself says."""
    return TokenLine(
        tokens=trace.predicted_tokens,
        log_probabilities=tuple(step.log_probability for step in trace.steps),
        given=tuple(step.given for step in trace.steps) if given is None else given,
        log_probability=trace.log_probability,
    )


def branch_line(tree: BranchTree, branch: int) -> TokenLine:
    """The line of a branch."""
    return token_line(tree.branch(branch).trace, given_steps(tree, branch))
