"""What a run can still be used for: the same wherever a button or a menu offers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from viz_app.panels.training.state.training import LiveRun


def usable(card: RunCard, live: LiveRun | None) -> bool:
    """Whether it can translate: with its weights of now, or with the model that it left.

    Not the network of an experiment under way: that may have been changed.
    """
    if live is None:
        return card.has_model
    return live.progress is not None and not card.experiment


def resumable(card: RunCard) -> bool:
    """Whether it can be taken up where it was saved, once nothing is trained.

    An arm of an experiment is run again as a whole: it takes two minutes. What was watched was
    trained by somebody else.
    """
    own = not card.experiment and not card.module
    return own and card.status != "finished" and card.update > 0
