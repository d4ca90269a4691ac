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
        as_places: they are the places of an encoder alone: each was predicted from all others, and
            the sum means nothing.
    """

    tokens: tuple[str, ...] = ()
    log_probabilities: tuple[float, ...] = ()
    given: tuple[bool, ...] = ()
    log_probability: float = 0.0
    as_places: bool = False

    @property
    def as_log(self) -> bool:
        """Whether the numbers are logarithms: a token that was given may have hardly any p."""
        return any(self.given) and not self.as_places


def token_line(trace: Trace, given: tuple[bool, ...] | None = None) -> TokenLine:
    """The line of a trace; ``given`` in place of what the trace itself says."""
    if trace.places:
        return _places_line(trace)
    return TokenLine(
        tokens=trace.predicted_tokens,
        log_probabilities=tuple(step.log_probability for step in trace.steps),
        given=tuple(step.given for step in trace.steps) if given is None else given,
        log_probability=trace.log_probability,
    )


def _places_line(trace: Trace) -> TokenLine:
    """What was read; in a masked place, what is expected there."""
    each = tuple(zip(trace.source_tokens, trace.places, strict=True))
    return TokenLine(
        tokens=tuple(
            f"{token}→{place.candidates[0].token}" if place.masked else token
            for token, place in each
        ),
        log_probabilities=tuple(place.log_probability for place in trace.places),
        given=tuple(not place.masked for place in trace.places),
        as_places=True,
    )


def branch_line(tree: BranchTree, branch: int) -> TokenLine:
    """The line of a branch."""
    return token_line(tree.branch(branch).trace, given_steps(tree, branch))
